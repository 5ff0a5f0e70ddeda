import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";
import { InferenceSession, Tensor } from "onnxruntime-node";

/** Maximum number of tokens per text. Both supported models were trained with this limit. */
const MAX_PIECES = 256;
/** Maximum number of texts in an inference run. Larger runs need more memory and are not faster. */
const AT_ONCE = 16;
/**
 * Maximum ratio between the token counts of the longest and the shortest text in an inference run. Shorter texts are
 * padded. A padding token takes as much time as a token of text, but padding up to this ratio takes less time than
 * another run.
 */
const FILLED_UP = 1.25;

/**
 * Loads a BERT-family model. A text's embedding is the mean of its token vectors.
 * @param folder with the model files
 * @param threads number of processor threads for an inference run
 * @returns {Promise<(texts: readonly string[]) => Promise<Float32Array[]>>} a function that computes the embeddings of
 * texts, normalized to length 1
 */
export async function loadEncoder(folder, name, threads) {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(join(folder, `${name}-tokenizer.json`), "utf8")), {});
  const session = await InferenceSession.create(join(folder, `${name}.onnx`), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionProviders: ["cpu"],
  });

  const piecesOf = (text) => {
    const { ids } = tokenizer.encode(text);
    return ids.length <= MAX_PIECES ? ids : [...ids.slice(0, MAX_PIECES - 1), ids.at(-1)];
  };

  async function run(rows) {
    const width = Math.max(...rows.map((row) => row.length));
    const [ids, mask] = [new BigInt64Array(rows.length * width), new BigInt64Array(rows.length * width)];
    rows.forEach((row, at) => {
      row.forEach((piece, place) => {
        ids[at * width + place] = BigInt(piece);
        mask[at * width + place] = 1n;
      });
    });
    const tensor = (data) => new Tensor("int64", data, [rows.length, width]);
    const output = await session.run({
      input_ids: tensor(ids),
      attention_mask: tensor(mask),
      token_type_ids: tensor(new BigInt64Array(rows.length * width)),
    });
    const { data, dims } = output[session.outputNames[0]];
    return rows.map((row, at) => meanOf(data, at * width, row.length, dims[2]));
  }

  return async (texts) => {
    const rows = texts.map((text, at) => ({ at, pieces: piecesOf(text) }));
    rows.sort((a, b) => a.pieces.length - b.pieces.length);
    const vectors = [];
    for (const some of runsOf(rows)) {
      const found = await run(some.map(({ pieces }) => pieces));
      some.forEach(({ at }, place) => (vectors[at] = found[place]));
    }
    return vectors;
  };
}

/**
 * Groups tokenized texts into inference runs.
 * @param rows tokenized texts, sorted by length, shortest first
 */
function* runsOf(rows) {
  for (let from = 0; from < rows.length;) {
    const most = rows[from].pieces.length * FILLED_UP;
    let to = from + 1;
    while (to < rows.length && to - from < AT_ONCE && rows[to].pieces.length <= most) to += 1;
    yield rows.slice(from, to);
    from = to;
  }
}

/**
 * Returns the mean of a text's token vectors, normalized to length 1.
 * @param first index of the text's first token vector
 */
export function meanOf(data, first, count, dimensions) {
  const mean = new Float32Array(dimensions);
  for (let row = first; row < first + count; row += 1) {
    for (let at = 0; at < dimensions; at += 1) mean[at] += data[row * dimensions + at];
  }
  const length = Math.hypot(...mean) || 1;
  return mean.map((value) => value / length);
}
