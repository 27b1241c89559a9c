import { createInterface } from 'node:readline/promises'
import { CliError } from '@campstore/local-servers/cli-error'
import { serverHome } from '@campstore/local-servers/os-users'
import { deleteServerData } from '@campstore/local-servers/servers'
import { loadEnvironment, localDirectory, parseCommandLine, projectDirectory, runCommand } from './command.ts'
import { startSettings } from './start/settings.ts'
import { stopSystem } from './stop.ts'

/** Asks at the terminal. @throws {CliError} when the answer is not yes, or there is no terminal */
async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CliError(`Nothing was deleted. Add --yes: npm run reset -- --yes`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(question)
  terminal.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new CliError('Nothing was deleted.')
}

if (import.meta.main) {
  const reset = async (args: string[]) => {
    const { values } = parseCommandLine('reset', args, { yes: { type: 'boolean', default: false } })
    loadEnvironment()
    const home = serverHome(projectDirectory)
    if (!values.yes)
      await confirm(`Stop the system and delete all bookings, orders and messages in ${home}? Type yes: `)
    const stopped = await stopSystem(localDirectory)
    const { gatewayPort } = startSettings(process.env)
    await deleteServerData({ home, label: String(gatewayPort) })
    return `${stopped}\nDeleted the data in ${home}. The next npm start begins with the demonstration data.`
  }
  await runCommand(reset, { withoutSecrets: true })
}
