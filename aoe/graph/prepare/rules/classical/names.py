"""Which operators of `ai.onnx.ml` the rules of this folder replace, and why one is left."""

from __future__ import annotations

import onnx_ir

#: The domain of trees, linear models and encoders.
CLASSICAL_DOMAIN = "ai.onnx.ml"
#: The operators.
CLASSICAL_OPERATORS = frozenset(
    {
        *("TreeEnsemble", "TreeEnsembleClassifier", "TreeEnsembleRegressor"),
        *("LinearClassifier", "LinearRegressor", "SVMClassifier", "SVMRegressor"),
        *("Scaler", "Normalizer", "Binarizer", "Imputer", "LabelEncoder", "OneHotEncoder"),
        *("ArrayFeatureExtractor", "FeatureVectorizer"),
    }
)


def classical_problem(node: onnx_ir.Node) -> str | None:
    """Why a node of this domain was not replaced; None if nothing is known of it."""
    if node.domain != CLASSICAL_DOMAIN or node.op_type not in CLASSICAL_OPERATORS:
        return None
    return "its attributes do not fit each other or its inputs, or have no known meaning"
