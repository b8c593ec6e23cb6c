import { testQuickForms } from './support/quick-forms.ts';

testQuickForms(2);
