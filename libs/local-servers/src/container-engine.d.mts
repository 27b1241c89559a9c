export function mayHaveEngine(): boolean
