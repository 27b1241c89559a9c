/** Moves the focus to the first field of the open form that has a problem, once it is shown. */
export function focusProblem(): void {
  // A form's check is drawn in the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const problem = document.querySelector('.dialog .field-problem')
      const control = problem?.closest('.field, fieldset')?.querySelector<HTMLElement>('input, select, textarea')
      control?.focus()
      problem?.scrollIntoView({ block: 'nearest' })
    }),
  )
}
