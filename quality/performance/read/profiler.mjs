/** Loaded before a service: SIGUSR2 begins a CPU profile, the next one writes it to the file that PROFILE_FILE names. */
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
