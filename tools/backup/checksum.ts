import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CliError } from '@campstore/local-servers/cli-error'

/** Where the checksum of a back-up is, in the format of `sha256sum`. */
export const checksumFile = (file: string): string => `${file}.sha256`

/** Writes the checksum of `content` for the final name of a back-up. */
export async function writeChecksum(content: string, file: string): Promise<void> {
  await writeFile(checksumFile(file), `${await sha256Of(content)}  ${basename(file)}\n`)
}

/** @throws {CliError} when the back-up has no checksum, or another one */
export async function verifyChecksum(file: string): Promise<void> {
  const expected = await readFile(checksumFile(file), 'utf8').catch(() => {
    throw new CliError(
      `${checksumFile(file)} is missing. Copy it next to the back-up: it proves that the file is complete.`,
    )
  })
  if (expected.split(/\s/)[0] !== (await sha256Of(file)))
    throw new CliError(`${file} is damaged: its SHA-256 differs from ${checksumFile(file)}.`)
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash).catch(error => {
    throw new CliError(`Cannot read ${file}: ${error.message}`)
  })
  return hash.digest('hex')
}
