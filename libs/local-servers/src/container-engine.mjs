// Plain JavaScript, because tools/bootstrap.mjs asks as well, before there are packages.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Whether this machine may have a container engine: where it may, testcontainers is installed and loaded, which takes seconds. */
export function mayHaveEngine() {
  const { DOCKER_HOST, XDG_RUNTIME_DIR = '/run/user' } = process.env
  const home = homedir()
  const signs = ['/var/run/docker.sock', join(home, '.docker/run/docker.sock'), join(XDG_RUNTIME_DIR, 'docker.sock')]
  return Boolean(DOCKER_HOST) || [...signs, join(home, '.testcontainers.properties')].some(path => existsSync(path))
}
