import { useEffect, useRef, useState } from "react";
import type { Progress } from "../server/stream.js";
import { api } from "../api.js";

type Work<T> =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly progress: Progress | null }
  | { readonly kind: "failed"; readonly error: Error }
  | { readonly kind: "done"; readonly result: T };

interface Streaming<T> {
  readonly work: Work<T>;
  /** Starts the request. A running request is aborted. */
  readonly run: (body: object) => Promise<void>;
  readonly cancel: () => void;
}

/**
 * Runs a streaming request to a path below `/console/api/`. The request is aborted when its parameters change or the
 * page closes.
 */
export function useStream<T>(path: string, subject: string): Streaming<T> {
  const [work, setWork] = useState<Work<T>>({ kind: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), [subject]);

  async function run(body: object) {
    const control = new AbortController();
    running.current?.abort();
    running.current = control;
    setWork({ kind: "running", progress: null });
    try {
      const onProgress = (progress: Progress) => setWork({ kind: "running", progress });
      setWork({ kind: "done", result: await api.stream<T>(path, body, onProgress, control.signal) });
    } catch (error) {
      if (!control.signal.aborted) setWork({ kind: "failed", error: error as Error });
    }
  }

  function cancel() {
    running.current?.abort();
    setWork({ kind: "idle" });
  }

  return { work, run, cancel };
}
