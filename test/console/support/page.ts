import type { Locator, Page } from 'playwright-core';

/** Returns the location of a page, without the origin. */
export const path = (page: Page): string => page.url().replace(/^https?:\/\/[^/]+/, '');

/** The cell of the title has chips as well, which are links of their own. */
const TITLE_LINKS = 'tbody tr td[data-phone="title"] > a';

/** The names of the rows of a table, in their order. */
export function titlesOf(page: Page, table: string): Promise<string[]> {
  return page.getByRole('table', { name: table }).locator(TITLE_LINKS).allInnerTexts();
}

/** Opens a select that searches, types, and chooses. */
export async function pickOption(
  page: Page,
  label: string,
  option: string,
  within: Page | Locator = page,
): Promise<void> {
  const field = within.getByRole('combobox', { name: label, exact: true });
  await field.click();
  await field.fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}
