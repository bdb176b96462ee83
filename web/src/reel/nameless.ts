/** A person without a name, as orders and records have it. */
export const NAMELESS = 'human';
