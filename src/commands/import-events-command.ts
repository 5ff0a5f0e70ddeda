import type { ImportResult } from "../tracking/import-report.js";
import { MEGABYTE, progressBar } from "./progress-bar.js";
import { postEvents, uploadOf, type ServiceAccess } from "./service-client.js";

/** Sends a file of events and shows on standard error how far it is. */
export async function importEventFile(access: ServiceAccess, path: string): Promise<ImportResult> {
  const upload = await uploadOf(path);
  const bar = progressBar("Importing", upload.bytes);
  try {
    return await postEvents(access, upload, (sent) => {
      bar.update(sent / MEGABYTE);
    });
  } finally {
    bar.stop();
  }
}

const SHOWN = 10;

/** Formats the response of an import as lines for a person. */
export function importLines({ events, errors }: ImportResult): string[] {
  const counted = Object.entries(events).map(([name, count]) => `${number(count)} ${name}`);
  const lines = [`Events: ${counted.join(", ")}`];
  for (const { line, event_id, reason } of errors.slice(0, SHOWN)) {
    lines.push(`  line ${line}${event_id === null ? "" : ` (${event_id})`}: ${reason}`);
  }
  if (events.rejected > SHOWN) lines.push(`  … and ${number(events.rejected - SHOWN)} more`);
  return lines;
}

const number = (value: number) => value.toLocaleString("en-US");
