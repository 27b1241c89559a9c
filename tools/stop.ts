import { localDirectory, parseCommandLine, runCommand } from './command.ts'
import { stopSystem } from './system/stop-system.ts'

if (import.meta.main) {
  const stop = (args: string[]) => {
    parseCommandLine('stop', args, {})
    return stopSystem(localDirectory)
  }
  await runCommand(stop, { withoutSecrets: true })
}
