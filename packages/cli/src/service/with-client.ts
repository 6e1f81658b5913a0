import { ServiceError, type Client } from "@traffic-policy/api";
import { CommandError } from "../command-error.ts";
import { loadConfigurationIfAny } from "../configuration/load-configuration.ts";
import type { ConnectionOptions } from "../options.ts";
import type { Terminal } from "../terminal.ts";
import { connect } from "./connect.ts";

/**
 * Lets a command work with the service, with or without a configuration.
 *
 * @throws CommandError when the service cannot be reached, or refuses
 */
export async function withClient<T>(
  options: ConnectionOptions,
  terminal: Terminal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const connection = await connect(await loadConfigurationIfAny(), options, terminal);
  try {
    return await work(connection.client);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new CommandError(error.message, { help: error.help, cause: error });
  } finally {
    await connection.close();
  }
}
