import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { parseJson } from '@campstore/core/parse-json'
import { CliError } from '@campstore/local-servers/cli-error'
import { z } from 'zod'
import { parseCommandLine, projectDirectory, requiredAddress, runCommand, UsageError } from './command.ts'

/** The addresses and the account that the tour names. */
const local = { url: 'http://127.0.0.1:8080', member: 'member@campstore.test' }

/**
 * Plays the stories of docs/guides/tour.md in a shell: prints its comments, its requests and the answers.
 *
 * @param environment of the shell: the addresses that `npm run token` and `npm run pay` need
 * @throws {CliError} in one line, when a command fails or a response differs from the tour
 */
export async function demo(
  options: typeof local,
  write: (line: string) => void,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  requiredAddress(environment, 'FIREBASE_AUTH_EMULATOR_HOST') // npm run token would say so, but late
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', `${functions}\n${tourScript(options)}`], {
    cwd: projectDirectory,
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const problems = text(shell.stderr as Readable)
  const ended = once(shell, 'close')
  await writeReport(shell.stdio[3] as Readable, write).finally(() => shell.kill())
  const [code] = await ended
  if (code !== 0) throw new CliError((await problems).trim() || `A command of the tour ended with exit code ${code}.`)
  write('\nEvery answer was as the tour says.')
}

/** What the commands print goes to the report, in lines that begin with a word; but not tokens. */
const functions = `
curl() {
  local answer
  echo "request $(printf '%s ' "$@" | grep -oE '(-X [A-Z]+ )?http[^ ]+')" >&3
  answer=$(command curl --show-error --max-time 30 "$@")
  echo "answer $answer" >&3
  echo "$answer"
}
npm() {
  case " $* " in
    *' token '*) command npm "$@" ;;
    *) command npm --silent "$@" | sed 's/^/printed /' >&3 ;;
  esac
}`

/** The commands of the tour. What it says of an answer, `# "status": "paid"`, becomes a line of the report, as comments do. */
function tourScript({ url, member }: typeof local): string {
  const page = readFileSync(join(projectDirectory, 'docs/guides/tour.md'), 'utf8')
  return [...page.matchAll(/^## ([^\n]*)$|^```sh\n(.*?)^```/gms)]
    .map(([, title, commands]) => (title === undefined ? commands : `echo 'chapter ${quoted(title)}' >&3`))
    .join('\n')
    .replaceAll(local.url, url)
    .replaceAll(local.member, member)
    .replaceAll(/^(curl.*?) +# (".*)$/gm, (_, command, part) => `${command}\necho 'expects ${quoted(part)}' >&3`)
    .replaceAll(
      /^(?:# .*\n)+/gm,
      comment => `echo 'says ${quoted(comment.replaceAll(/^# |\n$/gm, '').replaceAll('\n', ' '))}' >&3\n`,
    )
}

const quoted = (text: string): string => text.replaceAll("'", String.raw`'\''`)

const answerSchema = z.union([
  z.object({ success: z.literal(true), data: z.unknown() }),
  z.object({ success: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
])

/** Writes the report of a shell to its end. Throws CliError if a response differs from the tour. */
async function writeReport(lines: Readable, write: (line: string) => void): Promise<void> {
  let said = ''
  let answered = ''
  for await (const line of createInterface({ input: lines })) {
    const [, kind, rest = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    if (kind === 'expects' && !answered.includes(rest.replaceAll(': ', ':')))
      throw new CliError(`The tour expects ${rest}, but the response is ${answered}`)
    if (kind === 'chapter') write(`\n${rest}`)
    if (kind === 'says') write(`\n  ${rest}`)
    if (kind === 'request') write(`    ${rest}`)
    if (kind === 'printed') write(`      ${rest}`)
    if (kind === 'answer') for (const part of shownAnswer(rest, said).split('\n')) write(`      ${part}`)
    if (kind === 'says') said = rest
    if (kind === 'answer') answered = rest
  }
}

const mostLines = 14

/** An answer in a few lines. Throws CliError when it is a refusal that the tour does not name. */
function shownAnswer(text: string, said: string): string {
  if (text === '') return 'done'
  const answer = answerSchema.safeParse(parseJson(text)).data
  if (answer === undefined) throw new CliError(`This is not a response of the API: ${text.slice(0, 200)}`)
  const { code, message } = answer.success ? {} : answer.error
  if (code !== undefined && !said.includes(code)) throw new CliError(`Refused, ${code}: ${message}`)
  const options = { depth: 1, maxArrayLength: 2, maxStringLength: 60, breakLength: 110 }
  const lines = inspect(answer.success ? answer.data : answer.error, options).split('\n')
  return [...lines.slice(0, mostLines), ...(lines.length > mostLines ? ['…'] : [])].join('\n')
}

if (import.meta.main) {
  await runCommand(async (args, environment) => {
    const options = {
      url: { type: 'string', default: `http://127.0.0.1:${environment.PORT || 8080}` },
      as: { type: 'string', default: local.member },
    } as const
    const { url, as: member } = parseCommandLine('demo', args, options).values
    if (!URL.canParse(url)) throw new UsageError('demo', `--url must be an address, not "${url}".`)
    await demo({ url, member }, line => process.stdout.write(`${line}\n`), environment)
    return undefined
  })
}
