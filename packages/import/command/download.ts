import { createWriteStream } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { CommandError } from "../../../src/commands/command-error.js";
import { InnerAddressError, isPublicAddress, publicLookup } from "./public-address.js";

/** Cache validators of a downloaded file, for conditional requests. */
export interface Validators {
  readonly etag?: string;
  readonly last_modified?: string;
}

export interface DownloadOptions {
  /** Whether private hosts and plain HTTP are allowed. */
  readonly allowPrivate: boolean;
  /** Cache validators from the previous download of the URL. */
  readonly known?: Validators | undefined;
  /** Maximum size of the downloaded file in bytes, checked before and after decompression. */
  readonly maxBytes?: number;
  /** Maximum duration of the whole download in milliseconds, including redirects. */
  readonly maxMs?: number;
}

const MAX_BYTES = 2_000_000_000;
const MAX_REDIRECTS = 5;
const SILENCE_MS = 60_000;
/** Default maximum duration of a download in milliseconds. A download that never ends would block the next import. */
const MAX_MS = 3_600_000;

/**
 * Downloads a URL to a file.
 * @returns the cache validators, or "unchanged" if the file has not changed since the previous download
 * @throws {CommandError} if the address is forbidden or the download fails
 */
export async function download(
  address: string,
  path: string,
  options: DownloadOptions,
): Promise<Validators | "unchanged"> {
  const { maxBytes = MAX_BYTES, maxMs = MAX_MS } = options;
  const signal = AbortSignal.timeout(maxMs);
  let url = allowed(address, options);
  for (let redirects = 0; ; redirects += 1) {
    const response = await get(url, options, signal);
    const status = response.statusCode ?? 0;
    const { location, etag, "last-modified": last_modified, "content-encoding": encoding } = response.headers;
    if (status === 200) {
      try {
        const inflating = encoding === "gzip" ? [createGunzip()] : [];
        await pipeline([response, bounded(maxBytes), ...inflating, bounded(maxBytes), createWriteStream(path)], {
          signal,
        });
      } catch (error) {
        throw error instanceof CommandError ? error : failed(url, reasonOf(error, signal), error);
      }
      return { ...(etag !== undefined && { etag }), ...(last_modified !== undefined && { last_modified }) };
    }
    response.destroy();
    if (status === 304 && options.known !== undefined) return "unchanged";
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined)
      throw failed(url, `the server returned status ${status}`);
    if (redirects === MAX_REDIRECTS) throw failed(url, `the URL has more than ${MAX_REDIRECTS} redirects`);
    url = allowed(new URL(location, url).href, options);
  }
}

/** Parses and checks a URL. @throws {CommandError} if the URL is invalid or its host is private */
function allowed(address: string, { allowPrivate }: DownloadOptions): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isKnown = url?.protocol === "https:" || (allowPrivate && url?.protocol === "http:");
  if (url === undefined || !isKnown)
    throw new CommandError(`${withoutPassword(address)}: expected an address like https://shop.example/feed.xml`);
  // IP addresses bypass the check in the DNS lookup, so check them here.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host))
    throw failed(url, new InnerAddressError(host).message);
  return url;
}

function get(url: URL, { allowPrivate, known }: DownloadOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const headers = {
    Accept: "*/*",
    "Accept-Encoding": "gzip",
    "User-Agent": "vitrine-import",
    ...(known?.etag !== undefined && { "If-None-Match": known.etag }),
    ...(known?.last_modified !== undefined && { "If-Modified-Since": known.last_modified }),
  };
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      { headers, agent: false, signal, ...(!allowPrivate && { lookup: publicLookup }) },
      resolve,
    );
    request.setTimeout(SILENCE_MS, () => request.destroy(new Error("no data was received for a minute")));
    request.once("error", (error) => reject(failed(url, reasonOf(error, signal), error)));
    request.end();
  });
}

const reasonOf = (error: unknown, signal: AbortSignal): string =>
  signal.aborted ? "the download exceeded the time limit" : (error as Error).message;

const failed = ({ href }: URL, why: string, cause?: unknown) =>
  new CommandError(`failed to download ${withoutPassword(href)}: ${why}`, { cause });

/** Removes the credentials from a URL for use in messages. */
export const withoutPassword = (address: string): string => address.replace(/^(\w+:\/\/)[^/?#]*@/, "$1");

function bounded(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new CommandError(`the file is larger than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
}
