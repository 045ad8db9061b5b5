"""A BERT with random weights in a folder, as sentence-transformers would write it."""

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

WIDTH, HEADS, INNER, LAYERS, PLACES, LONGEST = 16, 4, 24, 2, 24, 12
WORDS = ("the", "court", "held", "that", "miller", "kept", "bees", "##s", "judge", "mill", ".")
PIECES = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS)


def write_tiny_bert(folder: Path, seed: int = 0, fills_in: bool = False) -> dict[str, np.ndarray]:
    """Write the model; its weights, by name. ``fills_in``: it is one for masked words."""
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(seed)

    def matrix(*shape: int) -> np.ndarray:
        return random.normal(scale=0.5, size=shape).astype(np.float32)

    weights = {
        "embeddings.word_embeddings.weight": matrix(len(PIECES), WIDTH),
        "embeddings.position_embeddings.weight": matrix(PLACES, WIDTH),
        "embeddings.token_type_embeddings.weight": matrix(2, WIDTH),
    }
    shapes = {
        "attention.self.query": (WIDTH, WIDTH),
        "attention.self.key": (WIDTH, WIDTH),
        "attention.self.value": (WIDTH, WIDTH),
        "attention.output.dense": (WIDTH, WIDTH),
        "intermediate.dense": (INNER, WIDTH),
        "output.dense": (WIDTH, INNER),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        at = f"encoder.layer.{layer}"
        norms += [f"{at}.attention.output.LayerNorm", f"{at}.output.LayerNorm"]
        for name, shape in shapes.items():
            weights[f"{at}.{name}.weight"] = matrix(*shape)
            weights[f"{at}.{name}.bias"] = matrix(shape[0])
    if fills_in:
        head = "cls.predictions.transform"
        norms.append(f"{head}.LayerNorm")
        weights[f"{head}.dense.weight"] = matrix(WIDTH, WIDTH)
        weights[f"{head}.dense.bias"] = matrix(WIDTH)
        weights["cls.predictions.bias"] = matrix(len(PIECES))
    for name in norms:
        weights[f"{name}.weight"], weights[f"{name}.bias"] = matrix(WIDTH), matrix(WIDTH)
    save_file(weights, folder / "model.safetensors")
    config = {
        "model_type": "bert",
        "num_attention_heads": HEADS,
        "num_hidden_layers": LAYERS,
        "max_position_embeddings": PLACES,
        "layer_norm_eps": 1e-12,
    }
    (folder / "config.json").write_text(json.dumps(config), "utf-8")
    noted = {"max_seq_length": LONGEST}
    (folder / "sentence_bert_config.json").write_text(json.dumps(noted), "utf-8")
    numbers = {piece: number for number, piece in enumerate(PIECES)}
    tokenizer = Tokenizer(models.WordPiece(numbers, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer.add_special_tokens(["[CLS]", "[SEP]", "[MASK]"])
    tokenizer.save(str(folder / "tokenizer.json"))
    return weights
