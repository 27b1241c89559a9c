import { CampstoreError, idToken } from './client.ts'

/** The filters of a list, as the API takes them. */
export type ListQuery = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/**
 * Saves all pages of a list as a file (docs/contract/admin.md#csv).
 *
 * @throws {CampstoreError} when it is refused, as with more than 10,000 rows
 */
export async function downloadCsv(path: string, query: ListQuery): Promise<void> {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) parameters.append(name, String(one))
  const headers = { accept: 'text/csv', authorization: `Bearer ${await idToken()}` }
  const response = await fetch(`${path}?${parameters}`, { headers })
  if (!response.ok) throw await refusalOf(response)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(await response.blob(), name ?? 'export.csv')
}

function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

async function refusalOf(response: Response): Promise<CampstoreError> {
  const { error } = await response.json()
  const { code, message, details } = error
  const requestId = response.headers.get('x-request-id') ?? undefined
  return new CampstoreError(message, { operation: 'exportCsv', code, status: response.status, details, requestId })
}
