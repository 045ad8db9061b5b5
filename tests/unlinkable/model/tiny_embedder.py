"""A model for embeddings in a folder, as optimum would write it: each word has a vector of its own,
of which onnxruntime gives one for each place."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from tests.unlinkable.model.tiny_nli import write_pieces

LONGEST = 12


def write_tiny_embedder(folder: Path, vectors: Mapping[str, Sequence[float]]) -> Path:
    """Write the model, of words with ``vectors`` (those of others are 0); the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pieces = ["[UNK]", "[CLS]", "[SEP]", *vectors]
    write_pieces(folder / "tokenizer.json", pieces)
    (folder / "config.json").write_text(json.dumps({"max_position_embeddings": LONGEST}), "utf-8")
    width = len(next(iter(vectors.values())))
    table = np.zeros((len(pieces), width), dtype=np.float32)
    table[3:] = list(vectors.values())
    node = helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])
    given = helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "length"])
    told = helper.make_tensor_value_info(
        "last_hidden_state", TensorProto.FLOAT, [1, "length", width]
    )
    stored = [numpy_helper.from_array(table, "table")]
    graph = helper.make_graph([node], "embedder", [given], [told], stored)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(folder / "model.onnx"))
    return folder
