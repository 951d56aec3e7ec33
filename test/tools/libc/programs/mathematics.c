/* Results of math.h as bits, for the functions and arguments that are read. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DOUBLES(F) \
	F(sin) F(cos) F(tan) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(tanh) F(asinh) \
	F(acosh) F(atanh) F(exp) F(exp2) F(expm1) F(log) F(log2) F(log10) F(log1p) \
	F(sqrt) F(cbrt) F(erf) F(erfc) F(tgamma) F(lgamma) F(floor) F(ceil) F(trunc) \
	F(round) F(rint) F(fabs)

static const struct {
	const char *name;
	double (*function)(double);
	float (*single)(float);
} FUNCTIONS[] = {
#define ENTRY(name) {#name, name, name##f},
	DOUBLES(ENTRY)
};

static const struct {
	const char *name;
	double (*function)(double, double);
	float (*single)(float, float);
} BINARY[] = {
	{"pow", pow, powf}, {"atan2", atan2, atan2f}, {"hypot", hypot, hypotf},
	{"fmod", fmod, fmodf}, {"remainder", remainder, remainderf},
	{"copysign", copysign, copysignf}, {"fmax", fmax, fmaxf}, {"fmin", fmin, fminf},
	{"fdim", fdim, fdimf}, {"nextafter", nextafter, nextafterf},
};

int main(void)
{
	char name[20];
	double x, y;
	while (scanf("%19s %la %la", name, &x, &y) == 3) {
		double result = 0;
		float single = 0;
		uint64_t bits;
		uint32_t word;
		for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
			if (strcmp(FUNCTIONS[i].name, name)) continue;
			result = FUNCTIONS[i].function(x);
			single = FUNCTIONS[i].single(x);
		}
		for (size_t i = 0; i < sizeof BINARY / sizeof *BINARY; i++) {
			if (strcmp(BINARY[i].name, name)) continue;
			result = BINARY[i].function(x, y);
			single = BINARY[i].single(x, y);
		}
		memcpy(&bits, &result, sizeof bits);
		memcpy(&word, &single, sizeof word);
		printf("%016" PRIx64 " %08" PRIx32 "\n", bits, word);
	}
	return 0;
}
