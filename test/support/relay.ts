import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

export interface Relay {
  readonly url: string;
  /** Closes all connections. */
  cut(): void;
  /** Takes connections and whatever comes over them, and passes nothing on. */
  hold(): void;
  /** Passes on what was held. */
  letGo(): void;
  close(): Promise<void>;
}

/** Passes connections on to wherever the engine is at the moment; refuses them while it is nowhere. */
export async function startRelay(target: () => string | undefined): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const track = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    if (isHeld) socket.cork();
    socket.once("close", () => {
      sockets.delete(socket);
      other.destroy();
    });
    socket.on("error", () => undefined); // closes it, and that tells the other side
  };
  const server: Server = createServer((client) => {
    const url = target();
    if (url === undefined) {
      client.destroy();
      return;
    }
    const { hostname, port } = new URL(url);
    const engine = connect({ host: hostname, port: Number(port), noDelay: true });
    client.setNoDelay(true);
    track(client, engine);
    track(engine, client);
    client.pipe(engine).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    hold() {
      isHeld = true;
      for (const socket of sockets) socket.cork();
    },
    letGo() {
      isHeld = false;
      for (const socket of sockets) socket.uncork();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
