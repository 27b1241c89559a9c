import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const list = z.array(z.string()).default([])
const network = z.union([list, z.record(z.string(), z.unknown()).transform(Object.keys)]).default([])

const service = z.looseObject({
  ports: list,
  networks: network,
  volumes: list,
  environment: z.record(z.string(), z.string().nullable()).default({}),
})

const composeFile = z.looseObject({ services: z.record(z.string(), service) })

/** Reads a Compose file of the repository's root, with its anchors and merges resolved. Tags such as `!reset` are left out. */
export function readComposeFile(name: string): z.output<typeof composeFile> {
  const text = readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
  return composeFile.parse(parse(text, { merge: true, logLevel: 'error' }))
}

/** The lines of the Dockerfile, continuation lines joined, without comments. */
export function readDockerfile(): string[] {
  const text = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
  return text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(line => line !== '')
}
