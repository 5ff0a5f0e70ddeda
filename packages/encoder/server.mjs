import { createServer } from "node:http";
import { Buffer } from "node:buffer";
import process from "node:process";
import { URL } from "node:url";

const MAX_BYTES = 4_000_000;
const MAX_TEXTS = 256;

/** Error for an invalid request, with the HTTP status of the response. */
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * Serves `POST /v1/embeddings` (OpenAI-compatible) and `GET /health`.
 * @param encode function that returns the embeddings of texts, see `loadEncoder`
 */
export const createEmbeddingsServer = (model, encode) =>
  createServer(async (request, response) => {
    try {
      send(response, 200, await answer(request, model, encode));
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 500;
      if (status === 500) process.stderr.write(`${error.stack}\n`);
      send(response, status, { error: { message: status === 500 ? "an internal error" : error.message } });
    }
  });

async function answer(request, model, encode) {
  const { pathname } = new URL(request.url, "http://encoder");
  if (request.method === "GET" && pathname === "/health") return { model };
  if (request.method !== "POST" || pathname !== "/v1/embeddings") throw new Refusal(404, "POST /v1/embeddings");
  const body = parsed(await read(request));
  if (body?.model !== model) throw new Refusal(404, `this server provides only the model ${model}`);
  const texts = typeof body.input === "string" ? [body.input] : body.input;
  const isFit = Array.isArray(texts) && texts.length <= MAX_TEXTS && texts.every((text) => typeof text === "string");
  if (!isFit) throw new Refusal(400, `\`input\` must be a string, or a list of up to ${MAX_TEXTS} strings`);
  const vectors = await encode(texts);
  const data = vectors.map((vector, index) => ({ object: "embedding", index, embedding: Array.from(vector) }));
  return { object: "list", model, data };
}

async function read(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Refusal(413, `the body must be at most ${MAX_BYTES} bytes long`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "the body is not valid JSON");
  }
}

function send(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
