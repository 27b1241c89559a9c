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

/** Whether a line is worth a person's look while everything still comes up: a warning, an error, or no JSON at all. */
export function isWorrying(line: string): boolean {
  if (!line.startsWith('{')) return line.trim() !== '' && !/ExperimentalWarning|--trace-warnings/.test(line)
  try {
    const { level } = JSON.parse(line)
    return ['warn', 'error', 'fatal', 40, 50, 60].includes(level)
  } catch {
    return true
  }
}
