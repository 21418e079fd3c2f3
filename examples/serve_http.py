"""Serves a model over HTTP with FastAPI.

    pip install fastapi uvicorn
    MODEL=MODEL.onnx uvicorn examples.serve_http:app --port 8000
    curl localhost:8000/predict --json '{"inputs": {"x": [[0, 1, 2, 3]]}}'

One session serves all requests. FastAPI runs each one in a thread, and the inferences of several
threads run at the same time. MODEL is an .onnx or an .om file.
"""

from __future__ import annotations

import os
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel

import aoe

#: NumPy's types by what a session calls them.
TYPES = {"tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(int64)": np.int64}


class Request(BaseModel):
    """Inputs by name, as nested lists."""

    inputs: dict[str, list[Any]]


def application(path: str) -> FastAPI:
    """Makes the application for a model. The model is opened when the server starts."""
    sessions: list[aoe.InferenceSession] = []

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> Any:
        with aoe.InferenceSession(path) as session:
            sessions.append(session)
            yield

    app = FastAPI(title="open-aoe", lifespan=lifespan)

    @app.get("/inputs")
    def inputs() -> dict[str, Any]:
        described = sessions[0].get_inputs()
        return {item.name: {"type": item.type, "shape": item.shape} for item in described}

    @app.post("/predict")
    def predict(request: Request) -> dict[str, Any]:
        types = {item.name: TYPES.get(item.type) for item in sessions[0].get_inputs()}
        try:
            feed = {
                name: np.asarray(value, types.get(name)) for name, value in request.inputs.items()
            }
            names = [item.name for item in sessions[0].get_outputs()]
            arrays = sessions[0].run(names, feed)
        except (aoe.UsageError, ValueError) as error:
            raise HTTPException(422, str(error)) from error
        found = zip(names, arrays, strict=True)
        return {"outputs": {name: array.tolist() for name, array in found}}

    return app


if "MODEL" in os.environ:
    app = application(os.environ["MODEL"])
