import { prettyFactory } from 'pino-pretty'

/** Prints a service's JSON log line in readable form, after the service's name; other lines are unchanged. */
export function readableLogs(out: NodeJS.WriteStream): (service: string, line: string) => void {
  const pretty = prettyFactory({
    colorize: out.isTTY,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,service,service_instance',
  })
  return (service, line) => {
    const text = line.startsWith('{') ? pretty(line) : `${line}\n`
    out.write(`${service.padEnd(9)}${text.endsWith('\n') ? text : `${text}\n`}`)
  }
}
