"""The steps of the vector kernels for AVX-512, sixteen hands a step, as of Ice Lake and Zen 4."""
