import { getDocument, putDocument } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";

const SECRET_ID = "cursor-secret";
const SECRET_BYTES = 32;

/** What cursors are made with, the same in every process of an installation: the first one to start makes it. */
export async function cursorSecret(engine: Engine, randomBytes: (count: number) => Uint8Array): Promise<Uint8Array> {
  const index = `${engine.prefix}state`;
  for (;;) {
    const found = await getDocument<{ secret: string }>(engine, index, SECRET_ID);
    if (found !== undefined) return Buffer.from(found.source.secret, "base64url");
    const secret = Buffer.from(randomBytes(SECRET_BYTES)).toString("base64url");
    await putDocument(engine, index, SECRET_ID, { secret }, "absent");
  }
}
