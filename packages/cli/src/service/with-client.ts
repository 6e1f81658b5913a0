import type { Context } from "../context.ts";
import { ServiceError, type Client } from "@traffic-policy/api";
import { CommandError } from "../command-error.ts";
import {
  loadConfigurationIfAny,
  type LoadedConfiguration,
} from "../configuration/load-configuration.ts";
import type { ConnectionOptions } from "../program/options.ts";
import { connect, type Connection } from "./connect.ts";

/**
 * Lets a command work with the service, with or without a configuration.
 *
 * @throws CommandError when the service cannot be reached, or refuses
 */
export async function withClient<T>(
  options: ConnectionOptions,
  context: Context,
  work: (
    client: Client,
    about: {
      readonly connection: Connection;
      readonly configuration: LoadedConfiguration | undefined;
    },
  ) => Promise<T>,
): Promise<T> {
  const configuration = await loadConfigurationIfAny(context.files);
  const connection = await connect(configuration, options, context);
  try {
    return await work(connection.client, { connection, configuration });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new CommandError(error.message, { help: error.help, cause: error });
  } finally {
    await connection.close();
  }
}
