/** The text of a description, which may contain HTML: the page shows none of it as markup. */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replace(/<\/(?:p|li|tr|h\d)>|<br ?\/?>/gi, '$&\n'), 'text/html')
  return body.textContent.trim()
}
