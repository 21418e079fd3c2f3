"""The 94 block models, in five kinds of one module each.

| kind | models | what is in them |
|---|---|---|
| recurrences | 16 | RNN, GRU and LSTM of 64 to 1024 units |
| small_images | 20 | windows that see more border than image, strongly dilated windows |
| ends | 18 | first and last layers: GANs, super-resolution, stems, heads |
| convolutions | 20 | blocks of convolutional architectures |
| attention | 20 | blocks of transformers and their relatives |

A builder takes a `Graph` and returns the tensor that is the model's output. `MODELS` of each
module lists its builders by name. Sizes are those of the published architectures; batch size is 1
unless a name says otherwise. An earlier set of 94 models of the same kinds was measured and not
kept; the log's entry of 2026-11-26 says what it gave. This set was written after that entry: it
has every shape that the entry names, the rest was chosen anew.
"""
