"""Quantizes and dequantizes the weights, so that the quantized model can be evaluated before it is exported."""

import numpy as np

GROUP = 32


def rows8(weights):
    """8 bits with one scale per row."""
    scales = np.maximum(np.abs(weights).max(1, keepdims=True), 1e-12) / 127
    return np.clip(np.rint(weights / scales), -127, 127).astype(np.int8), scales[:, 0].astype(np.float32)


def groups4(weights, group=GROUP):
    """4 bits (-8..7) with one 16-bit scale per group of a row; the scale with the smallest squared error of a few candidates."""
    blocks = weights.reshape(len(weights), -1, group).astype(np.float32)
    largest = np.maximum(np.abs(blocks).max(2, keepdims=True), 1e-8)
    best, codes, scales = np.full(blocks.shape[:2], np.inf, np.float32), None, None
    for share in (7.0, 7.6, 8.2, 9.0):
        scale = (largest / share).astype(np.float16).astype(np.float32)
        code = np.clip(np.rint(blocks / scale), -8, 7)
        error = ((code * scale - blocks) ** 2).sum(2)
        better = error < best
        codes = code.astype(np.int8) if codes is None else np.where(better[..., None], code, codes).astype(np.int8)
        scales = scale if scales is None else np.where(better[..., None], scale, scales)
        best = np.minimum(best, error)
    return codes, scales[..., 0].astype(np.float16)


def back8(codes, scales):
    return codes.astype(np.float32) * scales[:, None]


def back4(codes, scales):
    return (codes.astype(np.float32) * scales.astype(np.float32)[..., None]).reshape(len(codes), -1)


def rounded_state(state, words_bits):
    """The arrays of an encoder after quantization; vectors (norms, biases) and positions do not change."""
    out = {}
    for name, value in state.items():
        value = np.asarray(value, np.float32)
        if name == "words.weight":
            out[name] = back4(*groups4(value)) if words_bits == 4 else back8(*rows8(value))
        elif value.ndim == 2 and name.startswith("layers"):
            out[name] = back8(*rows8(value))
        else:
            out[name] = value
    return out
