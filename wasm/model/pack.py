"""Packs the float weights of bge-small-en-v1.5 into the flat int8 file that the encoder in wasm/encoder reads.

usage: pack.py bge-small-en-v1.5.onnx tokenizer.json encoder-int8.bin
needs: numpy, onnx, scipy, tokenizers; README.md says where the two inputs come from

1. A float forward pass over calibration texts finds the largest magnitude of every activation channel.
2. SmoothQuant (Xiao et al. 2023): the input x of a matrix is quantised as x / s and its rows are multiplied by s, with
   s = activation^a / weight^(1 - a), so that outlying channels cost less.
3. Weights become int8, symmetric, one scale an output. The kernel adds eight products in an i16 lane before it widens them, so a
   scale is enlarged until no lane can overflow for any activation codes 0..127.
4. Constants are folded away: log2(e) / sqrt(32) and the fixed-point scales of Q, K and V go into scales and biases, the inverse
   scale of V into the smoothing of the attention's output.

The order of bytes is that of wasm/encoder/layout.ts.
"""

import argparse
from dataclasses import dataclass, field
from pydoc_data.topics import topics
from typing import BinaryIO

import numpy as np
import onnx
from onnx import numpy_helper
from scipy.special import erf
from tokenizers import Tokenizer

WIDTH, INNER, LAYERS, HEADS, POSITIONS = 384, 1536, 12, 12, 512
HEAD_WIDTH = WIDTH // HEADS
VOCABULARY, PADDED_VOCABULARY = 30_522, 30_528
MAGIC, VERSION = 0x45474231, 1

CODE_MAX = 127
CHAIN = 4
"""Steps of four inputs whose products share an i16 lane."""
LANE_LIMIT = 32_767 // CODE_MAX
"""Largest sum of one-signed weights in a lane: 127 * 258 = 32,766."""
QUERY_SCALE = KEY_SCALE = 1024.0
"""Scores come out in log2 units * 2^20, within +-2048."""
VALUE_PEAK = 1023.0
"""The largest calibrated value of a V channel; the kernel clamps at twice that."""
ALPHA = 0.6
"""Share of the activations in SmoothQuant's balance, chosen by cosine to the float model among 0.5, 0.6 and 0.7."""

MODULES = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "up": "intermediate.dense",
    "down": "output.dense",
}
ATTENTION_NORM, OUTPUT_NORM = "attention.output.LayerNorm", "output.LayerNorm"


@dataclass
class Model:
    """`named`: the graph's initialisers; `weights[layer, matrix]`: float32[inputs, outputs]."""

    named: dict[str, np.ndarray]
    weights: dict[tuple[int, str], np.ndarray]

    def layer(self, layer: int, name: str) -> np.ndarray:
        return self.named[f"encoder.layer.{layer}.{name}"]

    def bias(self, layer: int, matrix: str) -> np.ndarray:
        return self.layer(layer, f"{MODULES[matrix]}.bias")

    def project(self, layer: int, matrix: str, x: np.ndarray) -> np.ndarray:
        return x @ self.weights[layer, matrix] + self.bias(layer, matrix)

    def norm(self, layer: int, name: str, x: np.ndarray) -> np.ndarray:
        return normalise(x, self.layer(layer, f"{name}.weight"), self.layer(layer, f"{name}.bias"))


def read_model(path: str) -> Model:
    """The matrices have lost their names in the graph; the nodes that multiply by them have kept theirs."""
    graph = onnx.load(path).graph
    named = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    weights = {}
    for node in graph.node:
        if node.op_type != "MatMul" or node.input[1] not in named:
            continue
        # /encoder/layer.3/attention/self/query/MatMul
        layer = int(node.name.split("/")[2].removeprefix("layer."))
        matrix = next(key for key, module in MODULES.items() if f"layer.{layer}.{module}." in node.name.replace("/", ".") + ".")
        weights[layer, matrix] = named[node.input[1]].astype(np.float32)
    assert len(weights) == LAYERS * len(MODULES), len(weights)
    return Model(named, weights)


@dataclass
class Peaks:
    """Largest magnitude of each channel seen in calibration, by (layer, name)."""

    channels: dict[tuple[int, str], np.ndarray] = field(default_factory=dict)

    def see(self, layer: int, name: str, x: np.ndarray) -> None:
        self.channels[layer, name] = np.maximum(self.channels.get((layer, name), 0), np.abs(x).max(0))


def calibration_texts() -> list[str]:
    """Python's own manual: long texts, an empty one, titles, and short beginnings. No evaluation data is touched."""
    pages = sorted(topics.items())
    long = [" ".join(text.split()) for _, text in pages if len(text) > 1500][:40]
    titles = [title for title, _ in pages[:40]]
    short = [" ".join(text.split())[:60] for _, text in pages[40:70]]
    return [*long, "", *titles, *short]


def normalise(x: np.ndarray, weight: np.ndarray, bias: np.ndarray) -> np.ndarray:
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-12) * weight + bias


def observe(model: Model, ids: list[int], peaks: Peaks) -> None:
    """One float forward pass; the inputs of the matrices and the values are noted."""
    tokens = len(ids)
    hidden = (
        model.named["embeddings.word_embeddings.weight"][ids]
        + model.named["embeddings.position_embeddings.weight"][:tokens]
        + model.named["embeddings.token_type_embeddings.weight"][0]
    )
    hidden = normalise(hidden, model.named["embeddings.LayerNorm.weight"], model.named["embeddings.LayerNorm.bias"])
    for layer in range(LAYERS):
        peaks.see(layer, "hidden", hidden)
        query, key, value = (model.project(layer, matrix, hidden) for matrix in ("query", "key", "value"))
        peaks.see(layer, "value", value)
        query, key, value = (x.reshape(tokens, HEADS, HEAD_WIDTH).transpose(1, 0, 2) for x in (query, key, value))
        scores = query @ key.transpose(0, 2, 1) / np.float32(np.sqrt(HEAD_WIDTH))
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        scores /= scores.sum(-1, keepdims=True)
        context = (scores @ value).transpose(1, 0, 2).reshape(tokens, WIDTH)
        peaks.see(layer, "context", context)
        hidden = model.norm(layer, ATTENTION_NORM, model.project(layer, "out", context) + hidden)
        peaks.see(layer, "attended", hidden)
        inner = model.project(layer, "up", hidden)
        inner = 0.5 * inner * (1 + erf(inner * np.float32(2**-0.5)))
        peaks.see(layer, "inner", inner)
        hidden = model.norm(layer, OUTPUT_NORM, model.project(layer, "down", inner) + hidden)


def smoothing(weights: list[np.ndarray], peak: np.ndarray) -> np.ndarray:
    """SmoothQuant's factor of each input, with a geometric mean of 1. `weights` share the input."""
    widest = np.maximum(np.max([np.abs(w).max(1) for w in weights], 0), 1e-5)
    factor = np.maximum(peak, 1e-5) ** ALPHA / widest ** (1 - ALPHA)
    return (factor / np.exp(np.log(factor).mean())).astype(np.float32)


def lane_sums(codes: np.ndarray) -> np.ndarray:
    """For each output the largest sum of one sign among the eight weights that meet in one i16 lane."""
    inputs, outputs = codes.shape
    lanes = codes.reshape(inputs // (4 * CHAIN), CHAIN, 2, 2, outputs)
    positive, negative = (np.maximum(sign * lanes, 0).sum((1, 3)) for sign in (1, -1))
    return np.maximum(positive, negative).reshape(-1, outputs).max(0)


def quantise(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """int8 codes [inputs, outputs] and a scale for each output, such that no lane overflows."""
    scale = np.abs(weights).max(0) / CODE_MAX
    scale = scale * np.maximum(1, lane_sums(weights / scale) / LANE_LIMIT)
    while (overflowing := lane_sums(codes := np.rint(weights / scale)) > LANE_LIMIT).any():
        scale = np.where(overflowing, scale * 1.002, scale)
    assert np.abs(codes).max() <= CODE_MAX
    return codes.astype(np.int8), scale.astype(np.float32)


def panels(codes: np.ndarray) -> np.ndarray:
    """[inputs, outputs] to [outputs / 4][inputs / 4][4 outputs][4 inputs], as the tile reads it."""
    inputs, outputs = codes.shape
    return codes.reshape(inputs // 4, 4, outputs // 4, 4).transpose(2, 0, 3, 1)


def put(out: BinaryIO, values: np.ndarray, dtype: type) -> None:
    out.write(np.ascontiguousarray(values, dtype=dtype).tobytes())
    assert out.tell() % 16 == 0, out.tell()


def write_embeddings(out: BinaryIO, model: Model) -> None:
    put(out, np.array([MAGIC, VERSION, WIDTH, LAYERS, HEADS, INNER, POSITIONS, VOCABULARY] + [0] * 8), np.int32)
    put(out, model.named["embeddings.LayerNorm.weight"], np.float32)
    put(out, model.named["embeddings.LayerNorm.bias"], np.float32)
    token_type = model.named["embeddings.token_type_embeddings.weight"][0]
    put(out, model.named["embeddings.position_embeddings.weight"] + token_type, np.float32)
    words = np.zeros((PADDED_VOCABULARY, WIDTH), np.float32)
    words[:VOCABULARY] = model.named["embeddings.word_embeddings.weight"]
    scale = np.maximum(np.abs(words).max(1), 1e-9) / CODE_MAX
    put(out, scale, np.float32)
    put(out, np.rint(words / scale[:, None]), np.int8)


def write_layer(out: BinaryIO, model: Model, layer: int, peaks: Peaks) -> None:
    def smooth(peak: str, *matrices: str) -> np.ndarray:
        return smoothing([model.weights[layer, matrix] for matrix in matrices], peaks.channels[layer, peak])

    value_scale = VALUE_PEAK / np.maximum(peaks.channels[layer, "value"], 1e-3)
    fixed_point = {
        "query": np.full(WIDTH, QUERY_SCALE * np.log2(np.e) / np.sqrt(HEAD_WIDTH)),
        "key": np.full(WIDTH, KEY_SCALE),
        "value": value_scale,
    }
    smooth_in = smooth("hidden", *fixed_point)
    smooth_for = {"out": smooth("context", "out"), "up": smooth("attended", "up"), "down": smooth("inner", "down")}

    projections = [quantise(model.weights[layer, matrix] * smooth_in[:, None]) for matrix in fixed_point]
    scales = [scale * factor for (_, scale), factor in zip(projections, fixed_point.values())]
    biases = [model.bias(layer, matrix) * factor for matrix, factor in fixed_point.items()]
    matrices = [(np.concatenate([codes for codes, _ in projections], 1), np.concatenate(scales), np.concatenate(biases))]
    for matrix, factor in smooth_for.items():
        matrices.append((*quantise(model.weights[layer, matrix] * factor[:, None]), model.bias(layer, matrix)))

    for codes, _, _ in matrices:
        put(out, panels(codes), np.int8)
    for codes, scale, bias in matrices:
        put(out, scale, np.float32)
        put(out, codes.astype(np.int32).sum(0), np.int32)
        put(out, bias, np.float32)
    for norm in (ATTENTION_NORM, OUTPUT_NORM):
        put(out, model.layer(layer, f"{norm}.weight"), np.float32)
        put(out, model.layer(layer, f"{norm}.bias"), np.float32)
    for factor in (1 / smooth_in, 1 / smooth_for["out"] / value_scale, 1 / smooth_for["up"], 1 / smooth_for["down"]):
        put(out, factor, np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description="Packs bge-small-en-v1.5 for the encoder in wasm/encoder.")
    parser.add_argument("onnx", help="the float model")
    parser.add_argument("tokenizer", help="its tokenizer.json")
    parser.add_argument("out", help="the file to write")
    arguments = parser.parse_args()

    model = read_model(arguments.onnx)
    tokenizer = Tokenizer.from_file(arguments.tokenizer)
    tokenizer.enable_truncation(256)
    tokenizer.no_padding()
    peaks = Peaks()
    for encoding in tokenizer.encode_batch(calibration_texts()):
        observe(model, encoding.ids, peaks)
    with open(arguments.out, "wb") as out:
        write_embeddings(out, model)
        for layer in range(LAYERS):
            write_layer(out, model, layer, peaks)
        print(f"{arguments.out}: {out.tell()} bytes")


if __name__ == "__main__":
    main()
