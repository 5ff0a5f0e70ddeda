import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { featureRelease, findJava, releaseVersion, settingsJava } from "../../../local-engine/java-home.js";

describe("the search for a JDK", () => {
  it("the search for a JDK parses the feature release of every Java version format", () => {
    const cases: [string, number | undefined][] = [
      ["25.0.3", 25],
      ["21", 21],
      ["21-ea", 21],
      ["22.0.1+8-Debian-1", 22],
      ["1.8.0_292", 8],
      ["11.0.2", 11],
      ["100.1", 100],
      ["1", 1],
      ["", undefined],
      ["ea-21", undefined],
    ];
    expect(cases.map(([version]) => featureRelease(version))).to.deep.equal(cases.map(([, release]) => release));
  });

  it("the search for a JDK reads the Java version from the release file of the JDK", () => {
    const text =
      'IMPLEMENTOR="Somebody"\nJAVA_RUNTIME_VERSION="25.0.3+9-LTS"\nJAVA_VERSION="25.0.3"\nOS_NAME="Linux"\n';
    expect([releaseVersion(text), releaseVersion(""), releaseVersion('X_JAVA_VERSION="17"')]).to.deep.equal([
      "25.0.3",
      undefined,
      undefined,
    ]);
  });

  it("the search for a JDK reads the Java home folder and the Java version from the output of java -version", () => {
    const text = [
      "Property settings:",
      "    file.encoding = UTF-8",
      "    java.home = /opt/a jdk/21",
      "    java.vendor.version = Other-1",
      "    java.version = 21.0.7",
      "    java.version.date = 2025-04-15",
      "",
      'openjdk version "21.0.7" 2025-04-15',
    ].join("\n");
    expect([settingsJava(text), settingsJava("no such thing")]).to.deep.equal([
      { home: "/opt/a jdk/21", version: "21.0.7" },
      undefined,
    ]);
  });

  describe("in folders", () => {
    let folder = "";
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), "vitrine-test-"));
    });
    after(() => rm(folder, { recursive: true }));

    async function install(name: string, version: string, programs: string[]): Promise<string> {
      const home = join(folder, name);
      await mkdir(join(home, "bin"), { recursive: true });
      await writeFile(join(home, "release"), `JAVA_VERSION="${version}"\n`);
      for (const program of programs) {
        await writeFile(join(home, "bin", program), "");
        await chmod(join(home, "bin", program), 0o755);
      }
      return home;
    }

    it("the search for a JDK prefers OPENSEARCH_JAVA_HOME over JAVA_HOME", async () => {
      const named = await install("named", "24.0.1", ["java", "javac"]);
      const other = await install("other", "21.0.1", ["java", "javac"]);
      expect(await findJava({ openSearchJavaHome: named, javaHome: other })).to.deep.equal({
        home: named,
        version: "24.0.1",
      });
      expect(await findJava({ javaHome: other })).to.deep.equal({ home: other, version: "21.0.1" });
    });

    it("the search for a JDK skips a JAVA_HOME that does not exist, is too old, or has no compiler", async () => {
      const old = await install("old", "17.0.15", ["java", "javac"]);
      const runtime = await install("runtime", "25.0.3", ["java"]);
      for (const javaHome of [old, runtime, join(folder, "absent")]) {
        const found = await findJava({ javaHome }).catch((error: unknown) => String(error));
        expect(typeof found === "string" ? found : found.home).to.not.equal(javaHome);
      }
    });

    it("the search for a JDK reports an unsuitable OPENSEARCH_JAVA_HOME, even if another JDK is available", async () => {
      const old = await install("named-old", "17.0.15", ["java", "javac"]);
      const fine = await install("fine", "25", ["java", "javac"]);
      const absent = join(folder, "absent");
      const messages = [];
      for (const openSearchJavaHome of [old, absent]) {
        messages.push(await findJava({ openSearchJavaHome, javaHome: fine }).catch((error: unknown) => String(error)));
      }
      expect(messages).to.deep.equal([
        `EngineNotFoundError: OPENSEARCH_JAVA_HOME=${old}: expected JDK 21 or newer, but found 17.0.15`,
        `EngineNotFoundError: OPENSEARCH_JAVA_HOME=${absent}: expected JDK 21 or newer, but found no JDK`,
      ]);
    });
  });
});
