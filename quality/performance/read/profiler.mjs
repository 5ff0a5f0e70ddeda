/**
 * Script that is preloaded into the service process. The first SIGUSR2 signal starts a CPU profile; the second writes
 * the profile to the file in PROFILE_FILE.
 */
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector";

let session;

if (process.env.PROFILE_FILE !== undefined) {
  process.on("SIGUSR2", () => {
    if (session === undefined) {
      session = new Session();
      session.connect();
      session.post("Profiler.enable");
      session.post("Profiler.start");
      return;
    }
    session.post("Profiler.stop", (error, result) => {
      if (error !== null) throw error;
      writeFileSync(process.env.PROFILE_FILE, JSON.stringify(result.profile));
    });
    session.disconnect();
    session = undefined;
  });
}
