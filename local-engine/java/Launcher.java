import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.codelibs.opensearch.runner.OpenSearchRunner;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.common.transport.BoundTransportAddress;
import org.opensearch.http.HttpServerTransport;
import org.opensearch.transport.TransportService;

/**
 * Runs OpenSearch in this process for development and tests: {@code Launcher DATA_FOLDER NODES LOG_CONFIGURATION
 * [SETTING=VALUE ...]}. The settings are node settings, such as the snapshot folder, or the seed hosts of a cluster
 * with several processes.
 *
 * <p>Prints one line on standard output when all nodes and all recovered indices are ready:
 * {@code {"urls":["http://127.0.0.1:39105"]}}. The process exits on SIGTERM and when its standard input closes, so
 * that it cannot outlive its parent process. If another running engine uses the data folder, the line is
 * {@code {"usedBy":4711}} with the engine's process id, and the exit code is 3.
 */
public final class Launcher {
  private static final int DATA_FOLDER_IN_USE = 3;

  /** Maximum wait for the data folder. An engine whose parent has just died needs time to close its shards. */
  private static final Duration LOCK_PATIENCE = Duration.ofSeconds(5);

  /** Maximum wait for a node to close. Killing it afterwards is safe, because acknowledged writes are in the translog. */
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(8);

  /** Maximum wait for recovery, because one unrecoverable index must not block all others. */
  private static final TimeValue RECOVERY_PATIENCE = TimeValue.timeValueSeconds(60);

  private Launcher() {}

  /** Runner that lets the operating system choose ports, so that two engines cannot conflict. */
  private static final class Nodes extends OpenSearchRunner {
    @Override
    protected int getAvailableHttpPort(int number) {
      return 0;
    }
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err); // the runner and log4j print, but standard output is reserved for the line with the addresses
    Path folder = Path.of(arguments[0]).toAbsolutePath();
    int count = Integer.parseInt(arguments[1]);
    Files.createDirectories(folder);
    endWithStandardInput();

    FileChannel lockFile = lock(folder.resolve("engine.lock"), out);
    Nodes nodes = new Nodes();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(nodes)));
    for (int number = 1; number <= count; number++) configure(folder, number, Path.of(arguments[2]));
    Map<String, String> given = new LinkedHashMap<>();
    for (String setting : Arrays.asList(arguments).subList(3, arguments.length)) {
      given.put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
    }
    nodes.onBuild((number, settings) -> settle(settings, nodes, number, count, given)).build(
        "-basePath", folder.toString(),
        "-numOfNode", String.valueOf(count),
        "-clusterName", "vitrine",
        "-useLogger");
    nodes.client().admin().cluster().prepareHealth()
        .setWaitForNodes(">=" + count)
        .setWaitForYellowStatus()
        .setTimeout(RECOVERY_PATIENCE)
        .get();

    List<String> urls = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      BoundTransportAddress address = nodes.getNode(index).injector().getInstance(HttpServerTransport.class).boundAddress();
      urls.add("\"http://" + address.publishAddress() + "\"");
    }
    out.println("{\"urls\":[" + String.join(",", urls) + "]}");
    out.flush();
    Thread.currentThread().join(); // keeps lockFile reachable, because garbage collection of the channel would release the lock
    lockFile.close();
  }

  /** Applies settings that differ from production: loopback only, dynamic ports, and no disk thresholds. */
  private static void settle(Settings.Builder settings, Nodes nodes, int number, int count, Map<String, String> given) {
    settings
        .put("network.host", "127.0.0.1")
        .put("http.port", "0")
        .put("transport.port", "0")
        .put("action.auto_create_index", false)
        .put("cluster.routing.allocation.disk.threshold_enabled", false);
    if (count == 1) settings.put("discovery.type", "single-node");
    given.forEach(settings::put);
    if (count == 1) return;
    List<String> started = new ArrayList<>();
    for (int index = 0; index < number - 1; index++) {
      started.add(
          nodes.getNode(index).injector().getInstance(TransportService.class).boundAddress().publishAddress().toString());
    }
    settings
        .putList("discovery.seed_hosts", started)
        .putList("cluster.initial_cluster_manager_nodes", "Node 1")
        // Starts the nodes without waiting for each other, because after a restart the first node alone has no
        // majority.
        .put("discovery.initial_state_timeout", "0s");
  }

  private static void configure(Path folder, int number, Path logging) throws IOException {
    Path configuration = Files.createDirectories(folder.resolve("node_" + number).resolve("config"));
    Files.copy(logging, configuration.resolve("log4j2.properties"), StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(configuration.resolve("opensearch.yml"), "");
  }

  private static FileChannel lock(Path path, PrintStream out) throws Exception {
    FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    long deadline = System.nanoTime() + LOCK_PATIENCE.toNanos();
    FileLock lock = file.tryLock();
    while (lock == null && System.nanoTime() < deadline) {
      Thread.sleep(50);
      lock = file.tryLock();
    }
    if (lock == null) {
      out.println("{\"usedBy\":" + Files.readString(path).strip() + "}");
      out.flush();
      Runtime.getRuntime().halt(DATA_FOLDER_IN_USE);
    }
    file.truncate(0);
    file.write(StandardCharsets.US_ASCII.encode(String.valueOf(ProcessHandle.current().pid())), 0);
    return file;
  }

  private static void endWithStandardInput() {
    Thread watcher = new Thread(() -> {
      try {
        while (System.in.read() >= 0) {
          // discards the input and waits for its end
        }
      } catch (IOException gone) {
        // a read error also means that the parent process has ended
      }
      System.exit(0);
    });
    watcher.setDaemon(true);
    watcher.start();
  }

  private static void close(Nodes nodes) {
    Thread impatience = new Thread(() -> {
      try {
        Thread.sleep(CLOSE_PATIENCE.toMillis());
        Runtime.getRuntime().halt(1);
      } catch (InterruptedException closed) {
        // closed in time
      }
    });
    impatience.setDaemon(true);
    impatience.start();
    try {
      nodes.close();
    } catch (IOException failure) {
      failure.printStackTrace();
    } finally {
      impatience.interrupt();
    }
  }
}
