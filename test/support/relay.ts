import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

export interface Relay {
  readonly url: string;
  /** Closes all connections. */
  cut(): void;
  /** Accepts connections and buffers their data without forwarding it. */
  hold(): void;
  /** Forwards the buffered data. */
  letGo(): void;
  close(): Promise<void>;
}

/**
 * Starts a TCP relay that forwards connections to the engine's current address and rejects them while the engine has no
 * address.
 */
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
    socket.on("error", () => undefined); // the "close" event follows and closes the socket to the engine
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
