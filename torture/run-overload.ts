/**
 * `npx tsx torture/run-overload.ts [rounds] [seconds]`: overload by itself, on a service and an engine of its own with the
 * demo's catalogue.
 */
import { startService } from "../test/support/process.js";
import { tortureByOverload } from "./overload.js";

const [rounds = 3, seconds = 10] = process.argv.slice(2).map(Number);
const service = await startService();
try {
  const [enginePid] = (await service.family()).filter((pid) => pid !== service.pid);
  if (enginePid === undefined) throw new Error("the service has no engine of its own");
  const engine = {
    freeze: () => void process.kill(enginePid, "SIGSTOP"),
    thaw: () => void process.kill(enginePid, "SIGCONT"),
  };
  for (const { name, measured, wanted, ok } of await tortureByOverload(
    { ...service.demo, engine },
    { rounds, seconds },
  )) {
    console.log(`${ok ? "   " : "NO "} ${name.padEnd(56)} ${measured.padEnd(48)} ${wanted}`.trimEnd());
  }
} finally {
  await service.stop();
}
