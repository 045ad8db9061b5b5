"""A model for entailment in a folder, as optimum would write it: real ONNX, for onnxruntime.

It weighs words. The premise speaks for the hypothesis by the weights of its words, and each word of
the hypothesis takes its own weight away: what the premise does not say does not follow from it.
"""

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

LABELS = ("contradiction", "entailment", "neutral")
SURE = 3.0
"""The score of "entailment" where both texts weigh the same."""
LONGEST = 60


def write_tiny_nli(
    folder: Path, weights: dict[str, float], labels: tuple[str, ...] = LABELS
) -> Path:
    """Write the model, of words with ``weights`` (those of others are 0); the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pieces = ["[UNK]", "[CLS]", "[SEP]", *weights]
    write_pieces(folder / "tokenizer.json", pieces)
    config = {
        "id2label": {str(number): label for number, label in enumerate(labels)},
        "max_position_embeddings": LONGEST,
    }
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    table = np.zeros((len(pieces), len(labels)), dtype=np.float32)
    table[3:, 1] = list(weights.values())
    onnx.save(_graph(table), str(folder / "model.onnx"))
    return folder


def _graph(table: np.ndarray) -> onnx.ModelProto:
    """Scores = SURE for "entailment" + the table's rows of the first text - those of the second."""
    sure = np.zeros(table.shape[1], dtype=np.float32)
    sure[1] = SURE
    constants = {"table": table, "sure": sure, "one": np.float32(1), "two": np.float32(2)}
    nodes = [
        helper.make_node("Gather", ["table", "input_ids"], ["rows"]),
        helper.make_node("Cast", ["token_type_ids"], ["second"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["second", "two"], ["twice"]),
        helper.make_node("Sub", ["one", "twice"], ["sign"]),
        helper.make_node("Unsqueeze", ["sign", "last"], ["signs"]),
        helper.make_node("Mul", ["rows", "signs"], ["signed"]),
        helper.make_node("ReduceSum", ["signed", "middle"], ["sum"], keepdims=0),
        helper.make_node("Add", ["sum", "sure"], ["logits"]),
    ]
    stored = [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()]
    stored += [
        numpy_helper.from_array(np.array([axis], dtype=np.int64), name)
        for name, axis in (("last", 2), ("middle", 1))
    ]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, [1, "length"])
        for name in ("input_ids", "token_type_ids")
    ]
    outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, table.shape[1]])]
    graph = helper.make_graph(nodes, "nli", inputs, outputs, stored)
    opset = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=opset, ir_version=9)
    onnx.checker.check_model(model)
    return model


def write_pieces(file: Path, pieces: list[str]) -> None:
    """Write a tokenizer whose pieces are words."""
    known = {piece: number for number, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordLevel(known, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 1), ("[SEP]", 2)],
    )
    tokenizer.save(str(file))
