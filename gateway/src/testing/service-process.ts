import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** A service in its own process, so that it can be frozen. */
export type ServiceProcess = { url: string; freeze(): void; thaw(): void }

const program = `
  import { createServer } from 'node:http'
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify({ success: true, data: process.argv[1] })))
  })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))`

/** Starts a service that responds with its name, and ends it when the test ends. */
export async function startServiceProcess(name: string): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = await once(child.stdout, 'data')
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}
