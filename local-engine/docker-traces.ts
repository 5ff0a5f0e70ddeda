import { join } from "node:path";

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Home folder of the user. */
  readonly home: string;
  /** User id; `undefined` on systems without user ids. */
  readonly uid: number | undefined;
  readonly exists: (path: string) => boolean;
}

/**
 * Returns whether testcontainers might find a Docker daemon: through a setting, or a socket in a usual place. This
 * check avoids loading the library, which takes 30 MB of memory. If the result is `true`, the library checks whether
 * the daemon is running.
 */
export function mayHaveDocker(machine: Machine): boolean {
  const { platform, environment, home, exists } = machine;
  if (environment["DOCKER_HOST"] !== undefined) return true;
  if (exists(join(home, ".testcontainers.properties"))) return true;
  // On Windows, Docker listens on a named pipe, which cannot be checked.
  if (platform === "win32") return true;
  return sockets(machine).some((path) => exists(path));
}

function sockets({ environment, home, uid }: Machine): string[] {
  const runtime = environment["XDG_RUNTIME_DIR"];
  return [
    "/var/run/docker.sock",
    ...(runtime === undefined ? [] : [join(runtime, "docker.sock")]),
    join(home, ".docker", "run", "docker.sock"),
    join(home, ".docker", "desktop", "docker.sock"),
    ...(uid === undefined ? [] : [join("/run/user", String(uid), "docker.sock")]),
  ];
}
