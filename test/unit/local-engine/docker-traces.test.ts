import { expect } from "chai";
import { mayHaveDocker, type Machine } from "../../../local-engine/docker-traces.js";

const bare: Machine = { platform: "linux", environment: {}, home: "/home/anna", uid: 1000, exists: () => false };
const withFile = (path: string): Machine => ({ ...bare, exists: (requested) => requested === path });

describe("mayHaveDocker", () => {
  it("mayHaveDocker returns false on a machine without Docker", () => {
    expect(mayHaveDocker(bare)).to.equal(false);
    expect(mayHaveDocker({ ...bare, platform: "darwin", uid: undefined })).to.equal(false);
    expect(mayHaveDocker(withFile("/home/anna/docker.sock"))).to.equal(false);
  });

  it("mayHaveDocker returns true if DOCKER_HOST is set or a Testcontainers configuration file exists", () => {
    expect(mayHaveDocker({ ...bare, environment: { DOCKER_HOST: "tcp://127.0.0.1:2375" } })).to.equal(true);
    expect(mayHaveDocker(withFile("/home/anna/.testcontainers.properties"))).to.equal(true);
  });

  it("mayHaveDocker returns true for a Docker socket in each of the usual locations", () => {
    const positions = [
      "/var/run/docker.sock",
      "/home/anna/.docker/run/docker.sock",
      "/home/anna/.docker/desktop/docker.sock",
      "/run/user/1000/docker.sock",
    ];
    expect(positions.map((path) => mayHaveDocker(withFile(path)))).to.deep.equal(positions.map(() => true));
    const runtime = { XDG_RUNTIME_DIR: "/tmp/runtime" };
    expect(mayHaveDocker({ ...withFile("/tmp/runtime/docker.sock"), environment: runtime })).to.equal(true);
  });

  it("mayHaveDocker returns true on Windows, where Testcontainers checks named pipes", () => {
    expect(mayHaveDocker({ ...bare, platform: "win32", uid: undefined })).to.equal(true);
  });
});
