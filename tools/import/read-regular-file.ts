import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** A link leads out of the data set; a pipe waits for a writer that never comes. */
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants

/** Reads a file of a data set. Throws for anything but a regular file, such as a symbolic link or a named pipe. */
export async function readRegularFile(path: string): Promise<Buffer> {
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? new Error('it is a symbolic link: put the file itself here') : error
  })
  try {
    if (!(await file.stat()).isFile()) throw new Error('it is not a file')
    return await file.readFile()
  } finally {
    await file.close()
  }
}
