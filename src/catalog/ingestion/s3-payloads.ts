import type { ListMultipartUploadsCommandOutput, MultipartUpload } from "@aws-sdk/client-s3";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { checkPayloadName, isPayloadName, PayloadsUnavailableError, type PayloadStore } from "./payloads.js";

export interface BucketOptions {
  /** `s3://bucket/folder`. */
  readonly address: string;
  /** Endpoint of an S3-compatible store other than Amazon S3. */
  readonly endpoint?: string | undefined;
  /** Region of the bucket. Default: the region from the SDK's configuration sources. */
  readonly region?: string | undefined;
  /** Whether URLs contain the bucket in the path or the host name. Default: the path if `endpoint` is set. */
  readonly addressing?: "path" | "virtual" | undefined;
  /** Time without data transfer after which a request is aborted, in milliseconds. */
  readonly idleMs?: number;
}

export interface PayloadBucket extends PayloadStore {
  /** Resolves with the reason why the store denies access, or undefined. @throws {PayloadsUnavailableError} */
  refusal(): Promise<string | undefined>;
  close(): void;
}

/**
 * Size of an upload part in bytes: the minimum of S3-compatible stores, because an upload buffers the parts in transit and the next part.
 */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
const CONNECT_MS = 3_000;
const IDLE_MS = 5_000;
const MAX_SOCKETS = 200;

/** Payload store in an S3-compatible bucket, shared by all machines. Credentials come from the SDK's default sources. */
export async function createPayloadBucket(options: BucketOptions): Promise<PayloadBucket> {
  const { address, endpoint, region, addressing, idleMs = IDLE_MS } = options;
  // Loaded on demand, so installations without a bucket do not load the SDK.
  const { Upload } = await import("@aws-sdk/lib-storage");
  const {
    AbortMultipartUploadCommand,
    DeleteObjectCommand,
    GetObjectCommand,
    ListMultipartUploadsCommand,
    ListObjectsV2Command,
    NoSuchKey,
    NoSuchUpload,
    paginateListObjectsV2,
    S3Client,
  } = await import("@aws-sdk/client-s3");
  const { host: Bucket, pathname } = new URL(address);
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, "").replace(/(?<=.)$/, "/");
  /** The identity does not contain the endpoint, because a bucket may have several endpoints. */
  const identity = `s3://${Bucket}/${prefix}`;
  const regionOf = region ?? (endpoint === undefined ? undefined : "us-east-1");
  const client = new S3Client({
    // Many S3-compatible stores other than Amazon S3 do not support the checksums that the SDK sends by default.
    ...(endpoint === undefined ? {} : { endpoint, requestChecksumCalculation: "WHEN_REQUIRED" }),
    ...(regionOf === undefined ? {} : { region: regionOf }),
    forcePathStyle: addressing === undefined ? endpoint !== undefined : addressing === "path",
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: idleMs,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  });
  const at = (name: string) => ({ Bucket, Key: prefix + checkPayloadName(name) });
  /** Converts an object of the bucket to a stored payload. Ignores objects whose names are not payload names. */
  const stored = (Key = "", at = new Date()) => {
    const name = Key.slice(prefix.length);
    return isPayloadName(name) ? [{ name, at }] : [];
  };

  /** Lists unfinished multipart uploads page by page, because the SDK has no paginator for them. */
  async function* unfinishedUploads(Prefix: string): AsyncGenerator<MultipartUpload, void, undefined> {
    let page: ListMultipartUploadsCommandOutput | undefined;
    do {
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page ?? {};
      page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, KeyMarker, UploadIdMarker }));
      yield* page.Uploads ?? [];
    } while (page.IsTruncated === true);
  }

  /** Opens a payload at a byte offset; undefined if the payload does not exist. */
  async function open(name: string, from: number, abortSignal: AbortSignal, IfMatch?: string) {
    const command = new GetObjectCommand({ ...at(name), ...(from === 0 ? {} : { Range: `bytes=${from}-`, IfMatch }) });
    try {
      const { Body, ETag } = await client.send(command, { abortSignal });
      return { body: Body as Readable, tag: ETag };
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw unavailable(error);
    }
  }

  type Opened = NonNullable<Awaited<ReturnType<typeof open>>>;

  /** Reads a payload. Resumes after a broken connection if the connection has transferred at least one byte. */
  async function* content(name: string, first: Opened, signal: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
    let { body } = first;
    for (let read = 0; ;) {
      const before = read;
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          read += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        if (signal.aborted || read === before) throw unavailable(error);
        const next = await open(name, read, signal, first.tag);
        if (next === undefined) throw unavailable(error);
        body = next.body;
      }
    }
  }

  return {
    identity: () => Promise.resolve(identity),
    async put(name, stream) {
      let bytes = 0;
      let cause: { readonly error: unknown } | undefined;
      async function* counted() {
        const chunks = stream[Symbol.asyncIterator]();
        const next = () =>
          chunks.next().catch((error: unknown) => {
            cause = { error };
            throw error;
          });
        try {
          for (let chunk = await next(); chunk.done !== true; chunk = await next()) {
            bytes += chunk.value.length;
            yield chunk.value;
          }
        } finally {
          await chunks.return?.();
        }
      }
      const params = { ...at(name), Body: Readable.from(counted()) };
      try {
        await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done();
        return bytes;
      } catch (error) {
        throw cause === undefined ? unavailable(error) : cause.error;
      }
    },
    async read(name) {
      const stop = new AbortController();
      const first = await open(name, 0, stop.signal);
      if (first === undefined) return undefined;
      const out = new PassThrough({ highWaterMark: 64 * 1024 });
      out.once("close", () => stop.abort());
      // An error destroys `out`, so its reader receives the error.
      pipeline(content(name, first, stop.signal), out).catch(() => undefined);
      return out;
    },
    async delete(name) {
      const { Key } = at(name);
      try {
        await client.send(new DeleteObjectCommand({ Bucket, Key }));
        for await (const { Key: found, UploadId } of unfinishedUploads(Key)) {
          if (found !== Key) continue;
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch((error: unknown) => {
            if (!(error instanceof NoSuchUpload)) throw error;
          });
        }
      } catch (error) {
        throw unavailable(error);
      }
    },
    async *list() {
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
          for (const { Key, LastModified } of Contents) yield* stored(Key, LastModified);
        }
        for await (const { Key, Initiated } of unfinishedUploads(prefix)) yield* stored(Key, Initiated);
      } catch (error) {
        throw unavailable(error);
      }
    },
    async refusal() {
      try {
        await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }));
        return undefined;
      } catch (error) {
        if (isRefusal(error)) return described(error);
        throw unavailable(error);
      }
    },
    close: () => client.destroy(),
  };
}

/** Converts an error of the SDK. Keeps only its name and message, because responses to wrongly signed requests contain the signed text. */
const unavailable = (error: unknown): PayloadsUnavailableError =>
  error instanceof PayloadsUnavailableError ? error : new PayloadsUnavailableError(described(error));

const described = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Whether a retry cannot succeed: the store rejected the request, or region or credentials are missing. */
function isRefusal(error: unknown): boolean {
  const { name, message, $metadata, $response } = error as Partial<Answered> & Error;
  const status = $metadata?.httpStatusCode ?? $response?.statusCode;
  if (status === undefined) return name === "CredentialsProviderError" || message === "Region is missing";
  return status < 500 && status !== 429 && status !== 408;
}

/** Response data of SDK errors; `$response` is set if the response could not be parsed. */
interface Answered {
  readonly $metadata: { readonly httpStatusCode?: number };
  readonly $response: { readonly statusCode?: number };
}
