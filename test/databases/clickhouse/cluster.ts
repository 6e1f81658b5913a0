import { execFile, spawn, type ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Nodes of the ClickHouse that Debian has (18.16), on loopback. */
export interface Cluster {
  /** Of the HTTP interface of each node. */
  readonly urls: readonly string[];
  /** May only read, and would leave out nodes that are gone. */
  readonly careless: User;
  /** Would read the first rows only. */
  readonly hasty: User;
  /** Runs a statement on one node, with what it is to store. */
  run(node: number, sql: string, data?: Uint8Array<ArrayBuffer>): Promise<string>;
  /** Ends a node as a machine ends that loses its power. */
  kill(node: number): Promise<void>;
  stop(): Promise<void>;
}

interface User {
  readonly user: string;
  readonly password: string;
}

const careless: User = { user: "careless", password: "only-to-read" };
const hasty: User = { user: "hasty", password: "the-first-rows" };

/** Starts some nodes, which are shards of the cluster `all`. */
export async function startCluster(size: number): Promise<Cluster> {
  const root = await unpackedPackages();
  const folder = mkdtempSync(join(tmpdir(), "clickhouse-cluster-"));
  const ports = await freePorts(size * 3);
  const nodes = Array.from({ length: size }, (_, index) => ({
    folder: join(folder, String(index)),
    http: ports[index] ?? 0,
    tcp: ports[size + index] ?? 0,
    interserver: ports[2 * size + index] ?? 0,
  }));
  const urls = nodes.map(({ http }) => `http://127.0.0.1:${http}`);
  const processes: ChildProcess[] = [];
  const cluster: Cluster = {
    urls,
    careless,
    hasty,
    async run(node, sql, data) {
      const [url = ""] = [urls[node]];
      const response = await (data === undefined
        ? fetch(`${url}/`, { method: "POST", body: sql })
        : fetch(`${url}/?query=${encodeURIComponent(sql)}`, { method: "POST", body: data }));
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text;
    },
    async kill(node) {
      const child = processes[node];
      if (child !== undefined) await ended(child);
    },
    async stop() {
      await Promise.all(processes.map(ended));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    for (const node of nodes) {
      for (const name of ["data", "tmp"]) mkdirSync(join(node.folder, name), { recursive: true });
      writeFileSync(join(node.folder, "config.xml"), configOf(node, nodes));
      writeFileSync(join(node.folder, "users.xml"), users);
      processes.push(started(root, node.folder));
    }
    for (const [index, node] of nodes.entries()) await answers(cluster, index, node.folder);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/** Debian's packages and what they need, unpacked and not installed. */
async function unpackedPackages(): Promise<string> {
  const root = join(tmpdir(), "clickhouse-of-debian");
  if (existsSync(root)) return root;
  const simulate = () =>
    run("apt-get", ["install", "--simulate", "--no-install-recommends", "clickhouse-server"]);
  // On a machine that was just made, nothing is known of packages yet.
  const simulated = await simulate().catch(async () => {
    await run("apt-get", ["update"]);
    return simulate();
  });
  const names = [...simulated.stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = ""]) => name);
  const folder = mkdtempSync(join(tmpdir(), "clickhouse-packages-"));
  await run("apt-get", ["download", ...names], { cwd: folder });
  const files = readdirSync(folder).filter((name) => name.endsWith(".deb"));
  for (const file of files) {
    await run("dpkg-deb", ["--extract", join(folder, file), join(folder, "root")]);
  }
  // As a whole, so that no other process sees a part of it.
  try {
    renameSync(join(folder, "root"), root);
  } catch (error) {
    // Another test may have been the first.
    if (!existsSync(root)) throw error;
  }
  rmSync(folder, { recursive: true });
  return root;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

interface Node {
  readonly folder: string;
  readonly http: number;
  readonly tcp: number;
  readonly interserver: number;
}

function configOf({ folder, http, tcp, interserver }: Node, nodes: readonly Node[]): string {
  const shards = nodes.map(
    (node) => `<shard><replica><host>127.0.0.1</host><port>${node.tcp}</port></replica></shard>`,
  );
  return `<yandex>
  <logger><level>warning</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>
  <http_port>${http}</http_port>
  <tcp_port>${tcp}</tcp_port>
  <interserver_http_port>${interserver}</interserver_http_port>
  <listen_host>127.0.0.1</listen_host>
  <users_config>${folder}/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <path>${folder}/data/</path>
  <tmp_path>${folder}/tmp/</tmp_path>
  <mark_cache_size>268435456</mark_cache_size>
  <remote_servers><all>${shards.join("")}</all></remote_servers>
</yandex>`;
}

const ofUser = (profile: string): string =>
  `<networks><ip>127.0.0.1</ip></networks><profile>${profile}</profile><quota>default</quota>`;

// The users' own settings would have a part of an answer do.
const users = `<yandex>
  <profiles>
    <default><load_balancing>random</load_balancing></default>
    <careless><readonly>2</readonly><allow_ddl>0</allow_ddl><skip_unavailable_shards>1</skip_unavailable_shards></careless>
    <hasty><max_rows_to_read>1</max_rows_to_read><read_overflow_mode>break</read_overflow_mode></hasty>
  </profiles>
  <users>
    <default><password></password>${ofUser("default")}</default>
    ${[careless, hasty].map(({ user, password }) => `<${user}><password>${password}</password>${ofUser(user)}</${user}>`).join("")}
  </users>
  <quotas><default><interval><duration>3600</duration><queries>0</queries><errors>0</errors><result_rows>0</result_rows><read_rows>0</read_rows><execution_time>0</execution_time></interval></default></quotas>
</yandex>`;

function started(root: string, folder: string): ChildProcess {
  const libraries = ["usr/lib", "lib"].flatMap((part) => {
    const all = join(root, part);
    const own = existsSync(all)
      ? readdirSync(all).filter((name) => name.endsWith("-linux-gnu"))
      : [];
    return own.map((name) => join(all, name));
  });
  return spawn(
    join(root, "usr/sbin/clickhouse-server"),
    [`--config-file=${join(folder, "config.xml")}`],
    {
      cwd: folder,
      stdio: "ignore",
      env: { ...process.env, LD_LIBRARY_PATH: libraries.join(":") },
    },
  );
}

async function answers(cluster: Cluster, node: number, folder: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const text = await cluster.run(node, "SELECT 1").catch(() => "");
    if (text === "1\n") return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const errors = join(folder, "errors");
  throw new Error(
    `ClickHouse does not start. ${existsSync(errors) ? readFileSync(errors, "utf8") : ""}`,
  );
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await exit;
}
