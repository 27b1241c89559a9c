import { randomUUID } from 'node:crypto'
import { parseCommandLine, requiredAddress, runCommand, UsageError } from './command.ts'
import { createDemoClient, withoutTrace } from './demo/client.ts'
import { createReport } from './demo/report.ts'
import { playStories, type StoryResults } from './demo/stories.ts'
import { pay } from './pay.ts'
import { idTokenOf } from './token.ts'

/**
 * Plays the stories and reports them.
 *
 * @param options.member e-mail of the account that books and orders
 * @param write takes a line of the report
 * @throws {CliError} in one line, when a check fails or the system does not answer
 */
export async function demo(
  options: { url: string; member: string },
  write: (line: string) => void,
  environment: NodeJS.ProcessEnv,
): Promise<StoryResults> {
  const { url, member } = options
  const identityHost = requiredAddress(environment, 'FIREBASE_AUTH_EMULATOR_HOST')
  write(`${url}, signed in as ${member}`)
  const results = await playStories({
    client: createDemoClient(url, await idTokenOf(member, identityHost)),
    report: createReport(write),
    staff: async name => {
      const idToken = await idTokenOf(`${name}@campstore.test`, identityHost)
      return { client: createDemoClient(url, idToken), idToken }
    },
    pay: ({ kind, id, ...payable }) => pay({ kind, id }, environment, payable),
    clock: () => new Date(),
    newKey: () => `demo-${randomUUID()}`,
  }).catch((error: unknown) => {
    throw withoutTrace(error, url)
  })
  write('\nAll checks passed.')
  return results
}

if (import.meta.main) {
  await runCommand(async (args, environment) => {
    const options = {
      url: { type: 'string', default: environment.GATEWAY_URL ?? `http://127.0.0.1:${environment.PORT || 8080}` },
      as: { type: 'string', default: 'member@campstore.test' },
    } as const
    const { url, as: member } = parseCommandLine('demo', args, options).values
    if (!URL.canParse(url)) throw new UsageError('demo', `--url must be an address, not "${url}".`)
    await demo({ url, member }, line => process.stdout.write(`${line}\n`), environment)
    return undefined
  })
}
