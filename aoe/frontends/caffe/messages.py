"""The protobuf messages of Caffe: BVLC's `caffe.proto` of version 1.0, SSD's and Ascend's fields.

Networks are read as text, where only names of fields count. The numbers of fields that several
forks use in different ways are of no meaning here. Of a binary file of weights only layers, their
names and their blobs are read; these fields have the same numbers in all forks.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from aoe.frontends.protobuf_schema import message_classes

_PARAMETERS = """
BlobShape: dim=1:int64*
Rule: phase=1:enum(TRAIN=0,TEST=1) min_level=2:int32 max_level=3:int32 stage=4:string*
  not_stage=5:string*
State: phase=1:enum(TRAIN=0,TEST=1)[TEST] level=2:int32 stage=3:string*
Filler: type=1:string[constant] value=2:float
Param: name=1:string
Input: shape=1:BlobShape*
DummyData: data_filler=1:Filler* shape=6:BlobShape* num=2:uint32* channels=3:uint32*
  height=4:uint32* width=5:uint32*
ArgMax: out_max_val=1:bool top_k=2:uint32[1] axis=3:int32
BatchNorm: use_global_stats=1:bool moving_average_fraction=2:float eps=3:float[1e-5]
Bias: axis=1:int32[1] num_axes=2:int32[1] filler=3:Filler
Clip: min=1:float max=2:float
Concat: axis=2:int32[1] concat_dim=1:uint32[1]
Convolution: num_output=1:uint32 bias_term=2:bool[true] pad=3:uint32* kernel_size=4:uint32*
  stride=6:uint32* dilation=18:uint32* pad_h=9:uint32 pad_w=10:uint32 kernel_h=11:uint32
  kernel_w=12:uint32 stride_h=13:uint32 stride_w=14:uint32 group=5:uint32[1] axis=16:int32[1]
  weight_filler=7:Filler bias_filler=8:Filler engine=15:enum(DEFAULT=0,CAFFE=1,CUDNN=2)
  force_nd_im2col=17:bool
Crop: axis=1:int32[2] offset=2:uint32*
Dropout: dropout_ratio=1:float
Eltwise: operation=1:enum(PROD=0,SUM=1,MAX=2)[SUM] coeff=2:float* stable_prod_grad=3:bool
ELU: alpha=1:float[1]
Embed: num_output=1:uint32 input_dim=2:uint32 bias_term=3:bool[true] weight_filler=4:Filler
  bias_filler=5:Filler
Exp: base=1:float[-1] scale=2:float[1] shift=3:float[0]
Flatten: axis=1:int32[1] end_axis=2:int32[-1]
InnerProduct: num_output=1:uint32 bias_term=2:bool[true] weight_filler=3:Filler
  bias_filler=4:Filler axis=5:int32[1] transpose=6:bool
Log: base=1:float[-1] scale=2:float[1] shift=3:float[0]
LRN: local_size=1:uint32[5] alpha=2:float[1] beta=3:float[0.75]
  norm_region=4:enum(ACROSS_CHANNELS=0,WITHIN_CHANNEL=1) k=5:float[1]
  engine=6:enum(DEFAULT=0,CAFFE=1,CUDNN=2)
MVN: normalize_variance=1:bool[true] across_channels=2:bool eps=3:float[1e-9]
Parameter: shape=1:BlobShape
Pooling: pool=1:enum(MAX=0,AVE=1,STOCHASTIC=2) pad=4:uint32 pad_h=9:uint32 pad_w=10:uint32
  kernel_size=2:uint32 kernel_h=5:uint32 kernel_w=6:uint32 stride=3:uint32[1] stride_h=7:uint32
  stride_w=8:uint32 engine=11:enum(DEFAULT=0,CAFFE=1,CUDNN=2) global_pooling=12:bool
  round_mode=13:enum(CEIL=0,FLOOR=1) ceil_mode=14:bool[true]
Power: power=1:float[1] scale=2:float[1] shift=3:float[0]
PReLU: filler=1:Filler channel_shared=2:bool
Recurrent: num_output=1:uint32 weight_filler=2:Filler bias_filler=3:Filler debug_info=4:bool
  expose_hidden=5:bool
Reduction: operation=1:enum(SUM=1,ASUM=2,SUMSQ=3,MEAN=4)[SUM] axis=2:int32[0] coeff=3:float[1]
ReLU: negative_slope=1:float engine=2:enum(DEFAULT=0,CAFFE=1,CUDNN=2)
Reshape: shape=1:BlobShape axis=2:int32[0] num_axes=3:int32[-1]
Scale: axis=1:int32[1] num_axes=2:int32[1] filler=3:Filler bias_term=4:bool bias_filler=5:Filler
Sigmoid: engine=1:enum(DEFAULT=0,CAFFE=1,CUDNN=2)
Slice: axis=3:int32[1] slice_point=2:uint32* slice_dim=1:uint32[1]
Softmax: engine=1:enum(DEFAULT=0,CAFFE=1,CUDNN=2) axis=2:int32[1]
SPP: pyramid_height=1:uint32 pool=2:enum(MAX=0,AVE=1,STOCHASTIC=2)
  engine=6:enum(DEFAULT=0,CAFFE=1,CUDNN=2)
Swish: beta=1:float[1]
TanH: engine=1:enum(DEFAULT=0,CAFFE=1,CUDNN=2)
Threshold: threshold=1:float
Tile: axis=1:int32[1] tiles=2:int32
Permute: order=1:uint32*
Normalize: across_spatial=1:bool[true] scale_filler=2:Filler channel_shared=3:bool[true]
  eps=4:float[1e-10]
PriorBox: min_size=1:float* max_size=2:float* aspect_ratio=3:float* flip=4:bool[true] clip=5:bool
  variance=6:float* img_size=7:uint32 img_h=8:uint32 img_w=9:uint32 step=10:float step_h=11:float
  step_w=12:float offset=13:float[0.5]
NonMaximumSuppression: nms_threshold=1:float[0.3] top_k=2:int32 eta=3:float[1]
SaveOutput: output_directory=1:string
DetectionOutput: num_classes=1:uint32 share_location=2:bool[true] background_label_id=3:int32
  nms_param=4:NonMaximumSuppression save_output_param=5:SaveOutput
  code_type=6:enum(CORNER=1,CENTER_SIZE=2,CORNER_SIZE=3)[CORNER] variance_encoded_in_target=8:bool
  keep_top_k=7:int32[-1] confidence_threshold=9:float visualize=10:bool
  visualize_threshold=11:float save_file=12:string
ROIPooling: pooled_h=1:uint32 pooled_w=2:uint32 spatial_scale=3:float spatial_scale_h=4:float
  spatial_scale_w=5:float
PSROIPooling: spatial_scale=1:float output_dim=2:int32 group_size=3:int32
ROIAlign: pooled_h=1:uint32 pooled_w=2:uint32 spatial_scale=3:float[1] sampling_ratio=4:int32[-1]
  roi_end_mode=5:int32
Proposal: feat_stride=1:float[16] base_size=2:float[16] min_size=3:float[16] ratio=4:float*
  scale=5:float* pre_nms_topn=6:int32[3000] post_nms_topn=7:int32[304] iou_threshold=8:float[0.7]
  output_actual_rois_num=9:bool
SSDDetectionOutput: num_classes=1:int32[2] share_location=2:bool[true] background_label_id=3:int32
  iou_threshold=4:float[0.45] top_k=5:int32[400] eta=6:float[1] variance_encoded_in_target=7:bool
  code_type=8:int32[2] keep_top_k=9:int32[200] confidence_threshold=10:float[0.01]
FSRDetectionOutput: num_classes=1:int32 score_threshold=2:float iou_threshold=3:float
  batch_rois=4:int32[1]
Yolo: boxes=1:int32[3] coords=2:int32[4] classes=3:int32[80] yolo_version=4:string[V3]
  softmax=5:bool background=6:bool softmaxtree=7:bool
YoloV2DetectionOutput: boxes=1:int32[5] classes=2:int32[20] relative=3:bool[true]
  obj_threshold=4:float[0.5] score_threshold=5:float[0.5] iou_threshold=6:float[0.45]
  pre_nms_topn=7:int32[512] post_nms_topn=8:int32[512] biases=9:float*
YoloV3DetectionOutput: boxes=1:int32[3] classes=2:int32[80] relative=3:bool[true]
  obj_threshold=4:float[0.5] score_threshold=5:float[0.5] iou_threshold=6:float[0.45]
  pre_nms_topn=7:int32[512] post_nms_topn=8:int32[512] biases_high=9:float* biases_mid=10:float*
  biases_low=11:float* num_classes=21:uint32[20] num_box=22:uint32[3]
  confidence_threshold=23:float[0.01] nms_threshold=24:float[0.45] biases=25:float*
  anchors_scale=26:uint32* mask_group_num=27:uint32[2] mask=28:uint32* gaussian_box=29:bool
YoloDetectionOutput: side=1:uint32[13] num_classes=2:uint32[20] num_box=3:uint32[5]
  coords=4:uint32[4] confidence_threshold=5:float[0.01] nms_threshold=6:float[0.45]
  biases=7:float* label_map_file=8:string
BatchedMatMul: adj_x1=1:bool adj_x2=2:bool
Reorg: reverse=1:bool stride=2:uint32[2]
SpatialTransform: output_h=1:uint32 output_w=2:uint32 border_value=3:float affine_transform=4:float*
  engine=15:enum(DEFAULT=0,CAFFE=1,CUDNN=2)
ShuffleChannel: group=1:uint32[1]
Reverse: axis=1:int32*
Upsample: scale=1:float[1] stride=2:int32[2] stride_h=3:int32 stride_w=4:int32
  upsample_h=5:uint32 upsample_w=6:uint32
Interp: height=1:int32 width=2:int32 zoom_factor=3:int32[1] shrink_factor=4:int32[1] pad_beg=5:int32
  pad_end=6:int32
"""
#: Parameters of a layer: the field, its message. Both forms of layers have the same names.
_FIELDS = {
    "input_param": "Input",
    "dummy_data_param": "DummyData",
    "argmax_param": "ArgMax",
    "batch_norm_param": "BatchNorm",
    "bias_param": "Bias",
    "clip_param": "Clip",
    "concat_param": "Concat",
    "convolution_param": "Convolution",
    "crop_param": "Crop",
    "dropout_param": "Dropout",
    "eltwise_param": "Eltwise",
    "elu_param": "ELU",
    "embed_param": "Embed",
    "exp_param": "Exp",
    "flatten_param": "Flatten",
    "inner_product_param": "InnerProduct",
    "log_param": "Log",
    "lrn_param": "LRN",
    "mvn_param": "MVN",
    "parameter_param": "Parameter",
    "pooling_param": "Pooling",
    "power_param": "Power",
    "prelu_param": "PReLU",
    "recurrent_param": "Recurrent",
    "reduction_param": "Reduction",
    "relu_param": "ReLU",
    "reshape_param": "Reshape",
    "scale_param": "Scale",
    "sigmoid_param": "Sigmoid",
    "slice_param": "Slice",
    "softmax_param": "Softmax",
    "spp_param": "SPP",
    "swish_param": "Swish",
    "tanh_param": "TanH",
    "threshold_param": "Threshold",
    "tile_param": "Tile",
    "permute_param": "Permute",
    "norm_param": "Normalize",
    "prior_box_param": "PriorBox",
    "detection_output_param": "DetectionOutput",
    "roi_pooling_param": "ROIPooling",
    "psroi_pooling_param": "PSROIPooling",
    "roi_align_param": "ROIAlign",
    "proposal_param": "Proposal",
    "ssddetectionoutput_param": "SSDDetectionOutput",
    "fsrdetectionoutput_param": "FSRDetectionOutput",
    "yolo_param": "Yolo",
    "yolov2_detection_output_param": "YoloV2DetectionOutput",
    "yolov3_detection_output_param": "YoloV3DetectionOutput",
    "yolo_detection_output_param": "YoloDetectionOutput",
    "batched_matmul_param": "BatchedMatMul",
    "reorg_param": "Reorg",
    "spatial_transform_param": "SpatialTransform",
    "shuffle_channel_param": "ShuffleChannel",
    "reverse_param": "Reverse",
    "upsample_param": "Upsample",
    "interp_param": "Interp",
}
_OLD_TYPES = (
    "NONE=0,ACCURACY=1,BNLL=2,CONCAT=3,CONVOLUTION=4,DATA=5,DROPOUT=6,EUCLIDEAN_LOSS=7,FLATTEN=8,"
    "HDF5_DATA=9,HDF5_OUTPUT=10,IM2COL=11,IMAGE_DATA=12,INFOGAIN_LOSS=13,INNER_PRODUCT=14,LRN=15,"
    "MULTINOMIAL_LOGISTIC_LOSS=16,POOLING=17,RELU=18,SIGMOID=19,SOFTMAX=20,SOFTMAX_LOSS=21,"
    "SPLIT=22,TANH=23,WINDOW_DATA=24,ELTWISE=25,POWER=26,SIGMOID_CROSS_ENTROPY_LOSS=27,"
    "HINGE_LOSS=28,MEMORY_DATA=29,ARGMAX=30,THRESHOLD=31,DUMMY_DATA=32,SLICE=33,MVN=34,ABSVAL=35,"
    "SILENCE=36,CONTRASTIVE_LOSS=37,EXP=38,DECONVOLUTION=39"
)
_NETWORK = f"""
Layer: name=1:string type=2:string bottom=3:string* top=4:string* include=8:Rule* exclude=9:Rule*
  param=6:Param* {
    " ".join(f"{name}={100 + i}:{kind}" for i, (name, kind) in enumerate(_FIELDS.items()))
}
OldestLayer: name=1:string
OldLayer: layer=1:OldestLayer name=4:string type=5:enum({_OLD_TYPES}) bottom=2:string* top=3:string*
  include=32:Rule* exclude=33:Rule* param=31:string*
  {" ".join(f"{name}={100 + i}:{kind}" for i, (name, kind) in enumerate(_FIELDS.items()))}
Net: name=1:string input=3:string* input_shape=8:BlobShape* input_dim=4:int32* state=6:State
  layer=100:Layer* layers=2:OldLayer*
"""
_WEIGHTS = """
BlobShape: dim=1:int64*p
Blob: shape=7:BlobShape data=5:{data} double_data=8:{double} num=1:int32 channels=2:int32
  height=3:int32 width=4:int32
Layer: name=1:string blobs=7:Blob*
OldestLayer: name=1:string
OldLayer: layer=1:OldestLayer name=4:string blobs=6:Blob*
Net: name=1:string layer=100:Layer* layers=2:OldLayer*
"""


@cache
def network_class() -> Any:
    """The message of a network in text form."""
    return message_classes(_PARAMETERS + _NETWORK, "aoe_caffe")["Net"]


@cache
def weights_class(packed: bool) -> Any:
    """The message of a file of weights.

    Args:
        packed: The elements of blobs are bytes. This reads packed numbers only, and fast.
    """
    kinds = ("bytes*", "bytes*") if packed else ("float*", "double*")
    table = _WEIGHTS.format(data=kinds[0], double=kinds[1])
    return message_classes(table, f"aoe_caffe_weights_{packed}".lower())["Net"]
