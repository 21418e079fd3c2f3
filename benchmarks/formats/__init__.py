"""What reading other formats than ONNX costs: time to read, and speed of the compiled model.

    python -m benchmarks.formats.layouts resnet50.onnx mobilenet_v2.onnx
    python -m benchmarks.formats.reading net.pb saved_model net.tflite

`nhwc_graph.py` writes networks of convolutions as graphs of TensorFlow, `keras_nets.py` makes
networks of Keras, which needs TensorFlow.
"""
