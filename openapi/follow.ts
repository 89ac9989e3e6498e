// Follows a match with the generated client and prints every event: ADDRESS TOKEN MATCH_ID.
import { streamMatchEvents } from '../build/clients/typescript';
import { client } from '../build/clients/typescript/client.gen';

declare const process: { argv: string[] };

async function follow(address: string, token: string, matchId: string): Promise<void> {
  client.setConfig({ auth: token, baseUrl: address });
  const { stream } = await streamMatchEvents({ path: { matchId } });
  for await (const event of stream) {
    console.log(JSON.stringify(event));
  }
}

const [, , address = '', token = '', matchId = ''] = process.argv;
void follow(address, token, matchId);
