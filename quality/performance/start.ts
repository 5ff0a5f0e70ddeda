import { withFolder } from "../shared/service.js";
import { startService } from "../../test/support/process.js";
import { printTable } from "./bench.js";

/** Measures `npm start` after the installation of dependencies: with an empty data folder, then with existing data. */
export const benchStart = (): Promise<void> =>
  withFolder(async (dataDir) => {
    const seconds: number[] = [];
    for (let start = 0; start < 3; start += 1) {
      const service = await startService({ dataDir, throughNpm: true });
      seconds.push(service.seconds);
      await service.stop();
    }
    const [first, ...again] = seconds.map((value) => `${value.toFixed(1)} s`);
    printTable("Startup time of npm start, with OpenSearch downloaded and the service built", [
      [
        "empty data folder, including setup of OpenSearch, API client and demo catalogue",
        first ?? "",
        "(target: under 15 s)",
      ],
      ["restart with existing data", again.join(", "), "(target: under 15 s)"],
    ]);
  });
