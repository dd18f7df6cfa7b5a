# The build tree tells the programs where the data lies; the package has it at ../share/assay and needs no telling.
set(layout "{\"expectations\": \"${CMAKE_SOURCE_DIR}/expectations\",
 \"recordings\": \"${CMAKE_SOURCE_DIR}/fixtures/recordings\",
 \"tests\": \"${CMAKE_BINARY_DIR}/tests\"}
")
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/bin/assay-layout.json CONTENT "${layout}")

# Unpacked anywhere, the package runs bin/conform and plain ctest: no compiler, network or root.
add_custom_target(suite)
foreach(program assay assay-claims assay-sweep)
  if(TARGET ${program})  # assay-sweep only with ASSAY_CUDA
    add_dependencies(suite ${program})
    install(TARGETS ${program} RUNTIME DESTINATION bin)
  endif()
endforeach()
install(PROGRAMS ctest/package/conform DESTINATION bin)
install(DIRECTORY expectations/claims expectations/sku DESTINATION share/assay/expectations FILES_MATCHING PATTERN "*.toml")
install(FILES expectations/waivers.toml DESTINATION share/assay/expectations OPTIONAL)
install(DIRECTORY fixtures/recordings/ DESTINATION share/assay/recordings)
install(DIRECTORY docs DESTINATION .)
install(FILES README.md LICENSE DESTINATION .)
install(DIRECTORY ${CMAKE_BINARY_DIR}/package/ DESTINATION .)

set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_FILE_NAME assay-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
include(CPack)
