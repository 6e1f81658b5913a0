import { readEndpoints } from "@traffic-policy/api";
import { expect, test } from "vitest";
import { answering, clientOf } from "./local-service.ts";

const endpoint = (id: string, policy?: string): object => ({
  id,
  region: "",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  public_url: `https://${id}.example`,
  proto: "https",
  hostport: `${id}.example:443`,
  type: "cloud",
  uri: `/endpoints/${id}`,
  ...(policy !== undefined && { traffic_policy: policy }),
});

test.each([
  [1, 1],
  [3, 3],
])(
  "with a concurrency of %d, so many policies are asked for at once",
  async (concurrency, most) => {
    const ids = ["ep_1", "ep_2", "ep_3", "ep_4"];
    const waiting: (() => void)[] = [];
    let [asked, atOnce] = [0, 0];
    const { baseUrl } = await answering(async (response, { url }) => {
      const [, id] = /endpoints\/(\w+)/.exec(url) ?? [];
      const list = {
        endpoints: ids.map((one) => endpoint(one)),
        uri: "/endpoints",
        next_page_uri: null,
      };
      if (id !== undefined) {
        asked += 1;
        atOnce = Math.max(atOnce, waiting.length + 1);
        const isLast = asked % most === 0 || asked === ids.length;
        // Who would wait for more than may come is not answered.
        if (isLast) for (const answer of waiting.splice(0)) answer();
        else await new Promise<void>((resolve) => void waiting.push(resolve));
      }
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(id === undefined ? list : endpoint(id, `{"of":"${id}"}`)));
    });
    const client = clientOf(baseUrl);

    const read = await readEndpoints(client, { concurrency });

    expect(read.map(({ traffic_policy: policy }) => policy)).toEqual(
      ids.map((id) => `{"of":"${id}"}`),
    );
    expect(atOnce).toBe(most);
  },
);
