/** Serves one embedding model. Environment variables: MODEL, MODELS (folder), HOST, PORT and THREADS. */
import process from "node:process";
import { loadEncoder } from "./encode.mjs";
import { modelNamed } from "./models.mjs";
import { createEmbeddingsServer } from "./server.mjs";

const {
  MODEL = "all-minilm-l6-v2-q",
  MODELS = "models",
  HOST = "127.0.0.1",
  PORT = "8090",
  THREADS = "1",
} = process.env;

modelNamed(MODEL);
const encode = await loadEncoder(MODELS, MODEL, Number(THREADS));
await encode(["warm"]);
const server = createEmbeddingsServer(MODEL, encode);
server.listen(Number(PORT), HOST, () => {
  const { address, port } = server.address();
  process.stdout.write(`${MODEL} at http://${address}:${port}/v1/embeddings\n`);
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.close(() => process.exit(0)));
