import { prettyFactory } from 'pino-pretty'

/** Turns a service's line of JSON into one for people, beginning with the service's name; other lines stay as they are. */
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
