import { join } from "node:path";

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's home folder. */
  readonly home: string;
  /** The user's number; undefined where users have none. */
  readonly uid: number | undefined;
  readonly exists: (path: string) => boolean;
}

/**
 * Whether there is anything that testcontainers would take for a Docker daemon: a setting that names one, or a socket in
 * one of the usual places. Asked first because the library takes 30 MB and stays once it is loaded. Errs on the side of
 * yes: whether a daemon answers is for the library to find out.
 */
export function mayHaveDocker(machine: Machine): boolean {
  const { platform, environment, home, exists } = machine;
  if (environment["DOCKER_HOST"] !== undefined) return true;
  if (exists(join(home, ".testcontainers.properties"))) return true;
  // Named pipes are not looked at.
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
